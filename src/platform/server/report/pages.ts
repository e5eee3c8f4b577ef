interface Room {
  /** Points for lines on the first page. */
  first: number
  /** On each further one. */
  further: number
  /** What stands below the last line: signatures. */
  below: number
}

/**
 * The line that each page begins with: as many lines as there is room for, but the line of a group never stands last, where what it
 * heads is on the next page, and what stands below the last line never stands on a page without the last row and its totals.
 */
export function pageStarts(lines: readonly { level: number }[], heights: readonly number[], room: Room): number[] {
  const starts = [0]
  let left = room.first
  for (let at = 0; at < lines.length; at += 1) {
    const height = heights[at] ?? 0
    if (height > left && at > (starts.at(-1) ?? 0)) {
      const from = withHeadings(lines, at, starts.at(-1) ?? 0)
      starts.push(from)
      left = room.further - heights.slice(from, at).reduce((sum, one) => sum + one, 0)
    }
    left -= height
  }
  // The last row stands with its totals, and both with what is below them.
  const begun = starts.at(-1) ?? 0
  const row = lines.findLastIndex(({ level }) => level === 0)
  if (row === -1 || (row >= begun && left >= room.below)) return starts
  const kept = row < begun ? starts.slice(0, -1) : starts
  const from = withHeadings(lines, row, kept.at(-1) ?? 0)
  const fits = heights.slice(from).reduce((sum, one) => sum + one, 0) <= room.further
  return fits && from > (kept.at(-1) ?? 0) ? [...kept, from] : starts
}

/** Where the headings right above a line begin; the line itself where a page would be left empty. */
function withHeadings(lines: readonly { level: number }[], at: number, begun: number): number {
  let from = at
  while (from > begun && (lines[from - 1]?.level ?? 0) > 0) from -= 1
  return from > begun ? from : at
}
