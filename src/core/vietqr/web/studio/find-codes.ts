import jsQR from 'jsqr'

/** Pixels as a canvas has them: four bytes each. */
export interface Pixels {
  data: Uint8ClampedArray
  width: number
  height: number
}

/** Different codes looked for in one picture: that there is a second one is all that matters. */
const MOST = 2

/**
 * What the codes of a picture say, each once. A scanner knows one code at a time and is confused by the corners of several: it is shown the
 * whole picture first, then overlapping parts of it, and what it has found is painted over.
 */
export function findCodes(picture: Pixels): string[] {
  const left = { width: picture.width, height: picture.height, data: new Uint8ClampedArray(picture.data) }
  const found = new Set<string>()
  for (const part of PARTS) {
    // The same code may be there several times, as on a sheet of labels: each part is looked at until it is empty.
    for (let text = takeFrom(left, part); text !== undefined && found.size < MOST; text = takeFrom(left, part)) if (text !== '') found.add(text)
    if (found.size === MOST) break
  }
  return [...found]
}

/** The code in a frame of a camera: one look, because there are many frames. */
export const codeIn = ({ data, width, height }: Pixels): string | undefined => jsQR(data, width, height, { inversionAttempts: 'dontInvert' })?.data || undefined

interface Part {
  x: number
  y: number
  width: number
  height: number
}

/** Rows and columns of windows that overlap, as shares of the picture. */
const windows = (columns: number, rows: number): Part[] => {
  const [width, height] = [Math.min(1, 1.25 / columns), Math.min(1, 1.25 / rows)]
  const start = (at: number, count: number, size: number) => (count === 1 ? 0 : (at * (1 - size)) / (count - 1))
  return Array.from({ length: columns * rows }, (_, n) => ({
    x: start(n % columns, columns, width),
    y: start(Math.floor(n / columns), rows, height),
    width,
    height,
  }))
}

const PARTS: readonly Part[] = [...windows(1, 1), ...windows(2, 1), ...windows(1, 2), ...windows(2, 2), ...windows(2, 4)]

/** The code that a scanner finds in a part, which is painted over; undefined where it finds none. */
function takeFrom(picture: Pixels, { x, y, width, height }: Part): string | undefined {
  const at = { x: Math.floor(x * picture.width), y: Math.floor(y * picture.height) }
  const size = { width: Math.floor(width * picture.width), height: Math.floor(height * picture.height) }
  if (size.width < 21 || size.height < 21) return undefined
  const data = new Uint8ClampedArray(size.width * size.height * 4)
  for (let row = 0; row < size.height; row++) {
    const from = ((at.y + row) * picture.width + at.x) * 4
    data.set(picture.data.subarray(from, from + size.width * 4), row * size.width * 4)
  }
  const code = jsQR(data, size.width, size.height, { inversionAttempts: width === 1 && height === 1 ? 'attemptBoth' : 'dontInvert' })
  if (!code) return undefined
  const { topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner } = code.location
  const corners = [topLeftCorner, topRightCorner, bottomRightCorner, bottomLeftCorner].map((one) => ({ x: one.x + at.x, y: one.y + at.y }))
  paintOver(picture, corners)
  return code.data
}

interface Point {
  x: number
  y: number
}

/** Makes a convex shape and a little around it white. */
function paintOver({ data, width, height }: Pixels, corners: readonly Point[]): void {
  const middle = { x: mean(corners.map(({ x }) => x)), y: mean(corners.map(({ y }) => y)) }
  const shape = corners.map(({ x, y }) => ({ x: middle.x + (x - middle.x) * 1.08, y: middle.y + (y - middle.y) * 1.08 }))
  const top = Math.max(0, Math.floor(Math.min(...shape.map(({ y }) => y))))
  const bottom = Math.min(height - 1, Math.ceil(Math.max(...shape.map(({ y }) => y))))
  for (let y = top; y <= bottom; y++) {
    const crossings = shape.flatMap((from, at) => {
      const to = shape[(at + 1) % shape.length] ?? from
      return from.y <= y === to.y <= y ? [] : [from.x + ((y - from.y) / (to.y - from.y)) * (to.x - from.x)]
    })
    if (crossings.length < 2) continue
    const start = Math.max(0, Math.floor(Math.min(...crossings)))
    const end = Math.min(width - 1, Math.ceil(Math.max(...crossings)))
    data.fill(255, (y * width + start) * 4, (y * width + end + 1) * 4)
  }
}

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
