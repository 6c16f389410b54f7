/** A colour for each system that stays its own, whatever its place. */

const COUNT = 10;
const known = new Map();

export function colourOf(name) {
  if (!known.has(name)) known.set(name, known.size % COUNT);
  return `c${known.get(name)}`;
}
