/** sessionStorage where it works: in a third-party frame it may be missing or throw, so nothing depends on it. */

export function remember(name, value) {
  try {
    sessionStorage.setItem(`assess ${name}`, JSON.stringify(value));
  } catch {
    // blocked or full: what matters is in memory
  }
}

export function recall(name) {
  try {
    return JSON.parse(sessionStorage.getItem(`assess ${name}`));
  } catch {
    return null;
  }
}
