/** Gives two images the same height, the largest at which both fit, so that neither looks better by its size alone. */

const LEAST = 0.35; // of the height there is: a panorama does not make the other image tiny

export function equalHeights(container) {
  const images = [...container.querySelectorAll(".picture img")];
  if (images.length < 2 || !images.every((img) => img.complete && img.naturalHeight)) return;
  const boxes = images.map((img) => img.parentElement.getBoundingClientRect());
  const room = Math.min(...boxes.map((box) => box.height));
  const fitting = images.map((img, i) => (boxes[i].width * img.naturalHeight) / img.naturalWidth);
  const height = Math.max(Math.min(room, ...fitting), room * LEAST);
  for (const img of images) img.style.height = `${Math.floor(height)}px`;
}
