import { findCodes, type Pixels } from './find-codes.ts'

export const PICTURE_MAX_BYTES = 10 * 1_048_576

/** What a picture has in it, or why it cannot be said. */
export type PictureAnswer = { text: string } | { wrong: 'tooLarge' | 'unknown' | 'empty' | 'several' | 'pdf' }

/** Photos of telephones are looked at smaller: first as screens show them, then finer for a small code in a large picture. */
const SIDES = [1_000, 2_000]

/** Reads the one code of a picture. */
export async function readPicture(file: Blob): Promise<PictureAnswer> {
  if (file.size > PICTURE_MAX_BYTES) return { wrong: 'tooLarge' }
  if (file.type === 'application/pdf') return { wrong: 'pdf' }
  const bitmap = await (file.type === 'image/svg+xml' ? drawn(file) : createImageBitmap(file)).catch(() => undefined)
  if (!bitmap) return { wrong: 'unknown' }
  try {
    for (const side of SIDES) {
      const found = findCodes(pixelsOf(bitmap, bitmap.width, bitmap.height, side))
      if (found.length > 1) return { wrong: 'several' }
      if (found[0] !== undefined) return { text: found[0] }
      if (Math.max(bitmap.width, bitmap.height) <= side) break
    }
    return { wrong: 'empty' }
  } finally {
    bitmap.close()
  }
}

/** A side of drawings, which have no size of their own. */
const DRAWN = 1_000

/** A drawing as an image element shows it: no script of it runs, and nothing that it names is fetched. */
async function drawn(file: Blob): Promise<ImageBitmap> {
  const url = URL.createObjectURL(file)
  try {
    const image = new Image()
    image.src = url
    await image.decode()
    const [width, height] = [image.naturalWidth || DRAWN, image.naturalHeight || DRAWN]
    const scale = DRAWN / Math.max(width, height)
    // Drawn at the size at which it is looked at: as a picture it would be small, and only blown up.
    const canvas = document.createElement('canvas')
    canvas.width = Math.round(width * scale)
    canvas.height = Math.round(height * scale)
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
    return await createImageBitmap(canvas)
  } finally {
    URL.revokeObjectURL(url)
  }
}

/** A picture, or a frame of a video, no larger than `most` pixels a side; white where it is transparent. */
export function pixelsOf(source: CanvasImageSource, width: number, height: number, most: number): Pixels {
  const scale = Math.min(1, most / Math.max(width, height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(width * scale))
  canvas.height = Math.max(1, Math.round(height * scale))
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('no canvas')
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(source, 0, 0, canvas.width, canvas.height)
  return context.getImageData(0, 0, canvas.width, canvas.height)
}
