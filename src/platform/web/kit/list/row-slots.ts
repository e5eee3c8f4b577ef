/** A row that is drawn: its place among all rows, and its slot, the place in the page it has to itself while it is drawn. */
export interface DrawnRow {
  index: number
  slot: number
}

/**
 * The rows to draw so that those from `first` on are there, `beyond` more on the near side. As many wherever a table stands (`slots`, or all
 * of fewer): then a row that goes out of sight gives its slot to the one that comes into it, and nothing has to be made anew.
 */
export function rowsAround(first: number, count: number, slots: number, beyond: number): number[] {
  const length = Math.min(count, slots)
  const start = Math.max(0, Math.min(first - beyond, count - length))
  return Array.from({ length }, (_, at) => start + at)
}

/** Rows in the order of the page: each in its slot while they `move`, so that none has to change places; else as they are seen. */
export function inSlots(indexes: readonly number[], move: boolean): DrawnRow[] {
  const drawn = indexes.map((index) => ({ index, slot: index % indexes.length }))
  return move ? drawn.sort((one, other) => one.slot - other.slot) : drawn
}

/**
 * True when at least half of what stands at a place among others of a `size` is in sight: `from` is how far they are scrolled, `extent` how
 * much of them is seen at a time, all in pixels.
 */
export function isSeen(index: number, size: number, from: number, extent: number): boolean {
  const middle = (index + 0.5) * size
  return middle >= from && middle <= from + Math.max(extent, size)
}
