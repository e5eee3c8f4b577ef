/**
 * Scrolls a row sideways until one of its parts stands in it. Not by `scrollIntoView`: browsers take it that the reader is where that leads, and the
 * next press of Tab would begin there instead of at the top of the page.
 */
export function scrollSideways(row: HTMLElement, part: HTMLElement): void {
  const frame = row.getBoundingClientRect()
  const { left, right } = part.getBoundingClientRect()
  if (left < frame.left) row.scrollLeft -= frame.left - left
  else if (right > frame.right) row.scrollLeft += right - frame.right
}
