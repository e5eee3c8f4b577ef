import qrcode from 'qrcode'
import { expect, it } from 'vitest'
import { findCodes, type Pixels } from './find-codes.ts'

const MODULE = 5

/** As a canvas hands pixels out: width and height are no properties of its own. */
class Canvas implements Pixels {
  readonly data: Uint8ClampedArray
  readonly #size: { width: number; height: number }
  constructor(width: number, height: number) {
    this.data = new Uint8ClampedArray(width * height * 4).fill(255)
    this.#size = { width, height }
  }
  get width() {
    return this.#size.width
  }
  get height() {
    return this.#size.height
  }
}

const blank = (width: number, height: number): Pixels => new Canvas(width, height)

/** Draws a code with its middle at a place, turned by some degrees. */
function draw({ data, width, height }: Pixels, text: string, at: { x: number; y: number }, degrees = 0): void {
  const { size, data: dark } = qrcode.create(text, { errorCorrectionLevel: 'M' }).modules
  const [sin, cos] = [Math.sin((degrees * Math.PI) / 180), Math.cos((degrees * Math.PI) / 180)]
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const [dx, dy] = [x - at.x, y - at.y]
      const column = Math.floor((dx * cos + dy * sin) / MODULE + size / 2)
      const row = Math.floor((dy * cos - dx * sin) / MODULE + size / 2)
      if (column < 0 || row < 0 || column >= size || row >= size || !dark[row * size + column]) continue
      data.fill(0, (y * width + x) * 4, (y * width + x) * 4 + 3)
    }
  }
}

const ONE = '00020101021138540010A00000072701240006970436011001234567890208QRIBFTTA53037045802VN6304'
const OTHER = 'https://example.vn'

it.each([0, 17, 90, 180, 200, 301])('reads a code that is turned by %i degrees', (degrees) => {
  const picture = blank(360, 360)
  draw(picture, ONE, { x: 180, y: 180 }, degrees)
  expect(findCodes(picture)).toEqual([ONE])
})

it('finds a second code, wherever it stands', () => {
  for (const [one, other] of [
    [150, 460],
    [460, 150],
  ] as const) {
    const picture = blank(600, 300)
    draw(picture, ONE, { x: one, y: 150 })
    draw(picture, OTHER, { x: other, y: 150 })
    expect(findCodes(picture).sort()).toEqual([ONE, OTHER].sort())
  }
})

it('finds one code that is there twice once', () => {
  const picture = blank(600, 300)
  draw(picture, ONE, { x: 150, y: 150 })
  draw(picture, ONE, { x: 450, y: 150 })
  expect(findCodes(picture)).toEqual([ONE])
})

it('finds nothing where there is none, and leaves the picture as it was', () => {
  const picture = blank(200, 200)
  expect(findCodes(picture)).toEqual([])
  const full = blank(360, 360)
  draw(full, ONE, { x: 180, y: 180 })
  const before = full.data.slice()
  findCodes(full)
  expect(full.data).toEqual(before)
})
