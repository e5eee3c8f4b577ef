/** The studio reads what a camera sees; the browser's camera shows a film of one picture. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PNG } from 'pngjs'
import { encodeVietQr } from '#core/vietqr/contract/codec/vietqr.ts'
import { qrPng } from '#core/vietqr/server/pictures/pictures.ts'
import { paths } from '#subsystems/qr/web/paths.ts'
import config from '../playwright.config.ts'
import { expect, inFront, signIn, test, VI } from './support/portal.ts'
import { words } from './support/words.ts'

const CODE = encodeVietQr({ kind: 'DYNAMIC', bankBin: '970436', account: '0123456789', service: 'ACCOUNT', amount: '150000', memo: 'COD VN123' })
const [WIDTH, HEIGHT] = [640, 480]
const folder = mkdtempSync(join(tmpdir(), 'buutram-camera-'))
const film = join(folder, 'code.y4m')
test.afterAll(() => rmSync(folder, { recursive: true }))

const { launchOptions } = config.use ?? {}
test.use({
  launchOptions: {
    ...launchOptions,
    args: [...(launchOptions?.args ?? []), '--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream', `--use-file-for-fake-video-capture=${film}`],
  },
})

/** A film (YUV4MPEG2) of one frame: the code, grey on white. */
function filmOf(text: string): Buffer {
  const { width, height, data } = PNG.sync.read(qrPng(text, 400))
  const frame = Buffer.alloc(WIDTH * HEIGHT, 255)
  const [left, top] = [(WIDTH - width) >> 1, (HEIGHT - height) >> 1]
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) frame[(top + y) * WIDTH + left + x] = data[(y * width + x) * 4] as number
  const colour = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  return Buffer.concat([Buffer.from(`YUV4MPEG2 W${WIDTH} H${HEIGHT} F25:1 Ip A1:1 C420jpeg\nFRAME\n`), frame, colour])
}

test('a code in front of the camera is read, and the camera is let go', VI, async ({ page }) => {
  writeFileSync(film, filmOf(CODE))
  await signIn(page, 'ketoan', 'PP_QR', paths.studio)
  await page.evaluate(() => {
    const devices = navigator.mediaDevices
    const open = devices.getUserMedia.bind(devices)
    const streams: MediaStream[] = []
    Object.assign(window, { streams })
    devices.getUserMedia = async (asked) => {
      const stream = await open(asked)
      streams.push(stream)
      return stream
    }
  })
  await inFront(page).getByRole('button', { name: words.studio.texts.camera }).click()
  await expect(inFront(page).getByRole('textbox', { name: words.studio.fields.question.text })).toHaveValue(CODE)
  await expect(page.getByRole('dialog')).toBeHidden()
  const left = await page.evaluate(() =>
    (window as unknown as { streams: MediaStream[] }).streams.flatMap((one) => one.getTracks()).map((one) => one.readyState),
  )
  expect(left).toEqual(['ended'])
})
