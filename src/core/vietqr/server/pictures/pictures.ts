import { PNG } from 'pngjs'
import { darkRuns, matrixOf, QUIET } from './matrix.ts'

/** The picture of a code as SVG, to be drawn at any size. */
export function qrSvg(payload: string): string {
  const matrix = matrixOf(payload)
  const side = matrix.size + 2 * QUIET
  const path = [...darkRuns(matrix)].map(({ row, column, length }) => `M${column + QUIET} ${row + QUIET}h${length}v1h-${length}z`).join('')
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${side}v${side}H0z"/><path d="${path}"/></svg>`
}

/** The picture of a code as PNG, `px` a side. All modules are equally large; what is left over lies around them. */
export function qrPng(payload: string, px: number): Buffer {
  const matrix = matrixOf(payload)
  const scale = Math.floor(px / (matrix.size + 2 * QUIET))
  if (scale < 1) throw new RangeError(`${px} pixels are too few for ${matrix.size} modules`)
  const margin = Math.floor((px - matrix.size * scale) / 2)
  const png = new PNG({ width: px, height: px, colorType: 0, inputColorType: 0, inputHasAlpha: false, bitDepth: 8 })
  png.data = Buffer.alloc(px * px, 0xff)
  for (const { row, column, length } of darkRuns(matrix)) {
    const from = margin + column * scale
    for (let y = margin + row * scale; y < margin + (row + 1) * scale; y++) png.data.fill(0, y * px + from, y * px + from + length * scale)
  }
  return PNG.sync.write(png, { colorType: 0, inputColorType: 0, inputHasAlpha: false, bitDepth: 8 })
}
