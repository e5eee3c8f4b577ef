/** A code in somebody's hand: pasted, photographed, broken, somebody else's; and the poster of one of ours, read back. */
import { readFileSync, writeFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { crcOf } from '#core/vietqr/contract/codec/bytes.ts'
import { faultSentence } from '#core/vietqr/contract/codec/faults.ts'
import { decodeVietQr, encodeVietQr } from '#core/vietqr/contract/codec/vietqr.ts'
import { createCode } from '#core/vietqr/contract/codes.ts'
import { qrPng } from '#core/vietqr/server/pictures/pictures.ts'
import { fill } from '#kernel/language.ts'
import { paths } from '#subsystems/qr/web/paths.ts'
import { hasTool, pagesOfPdf } from '../test/qr-pictures.ts'
import { dress, inspect } from './support/looks.ts'
import { EN, expect, inFront, signIn, test, VI } from './support/portal.ts'
import { demoDatabase } from './support/server.ts'
import { language, words } from './support/words.ts'

const STRANGER = encodeVietQr({ kind: 'DYNAMIC', bankBin: '970436', account: '0123456789', service: 'ACCOUNT', amount: '150000', memo: 'COD VN123' })
const vnpay = '00020101021126280010A00000077501100123456789520454115303704540410005802VN5910EXAMPLE VN6005HANOI6304'
const VNPAY = vnpay + crcOf(vnpay)

const field = (page: Page) => inFront(page).getByRole('textbox', { name: words.studio.fields.question.text })
const notice = (page: Page, text: string) => inFront(page).getByText(text, { exact: true })
const picture = (page: Page, name: string, buffer: Buffer, mimeType = 'image/png') =>
  inFront(page).locator('input[type=file]').setInputFiles({ name, mimeType, buffer })

/** A code for the first active merchant, made by the call that the form makes. */
async function made(page: Page) {
  const merchant = await demoDatabase()
    .selectFrom('merchants.merchant')
    .select(['id', 'name'])
    .where('status', '=', 'ACTIVE')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const id = await page.evaluate(
    async ({ path, body }) => {
      const headers = {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('access_token')}`,
        'idempotency-key': crypto.randomUUID(),
      }
      const { data, message } = await (await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) })).json()
      if (!data) throw new Error(message)
      return String(data.id)
    },
    { path: `/api${createCode.path}`, body: { merchantId: String(merchant.id), kind: 'STATIC', counter: 'Quầy 1' } },
  )
  const code = await demoDatabase().selectFrom('vietqr.code').select(['id', 'code', 'payload']).where('id', '=', id).executeTakeFirstOrThrow()
  return { ...code, merchant: String(merchant.name) }
}

test('a pasted code is explained, and is not ours', VI, async ({ page }) => {
  await signIn(page, 'ketoan', 'PP_QR', paths.studio)
  await field(page).fill(`${STRANGER}\n`)
  await expect(notice(page, words.studio.texts.valid)).toBeVisible()
  await expect(inFront(page).getByText(fill(words.studio.texts.validDynamic, { amount: '150.000', account: '0123456789', bank: 'Vietcombank' }))).toBeVisible()
  await expect(notice(page, words.studio.enums.verdict.NOT_OURS)).toBeVisible()
  await expect(inFront(page).getByRole('row', { name: /^38\.01\.00/ })).toContainText('Vietcombank')
  await inspect(page, 'QR studio', { language: 'vi', theme: 'light' })

  await test.step('changed by one letter, it is refused with the tag and the reason', async () => {
    const broken = STRANGER.replace('150000', '950000')
    const decoded = decodeVietQr(broken)
    const [fault] = decoded.ok ? [] : decoded.faults
    await field(page).fill(broken)
    await expect(notice(page, fill(words.studio.texts.invalid, { n: 1 }, language))).toBeVisible()
    await expect(
      inFront(page)
        .getByRole('listitem')
        .getByText(fault ? faultSentence(fault, language) : '', { exact: true }),
    ).toBeVisible()
  })
  await test.step('a code of another scheme is named', async () => {
    await field(page).fill(VNPAY)
    await expect(notice(page, fill(words.studio.texts.foreign, { scheme: 'VNPAY-QR' }))).toBeVisible()
  })
})

test('a picture gives its code, or says why not', EN, async ({ page }) => {
  await signIn(page, 'ketoan', 'PP_QR', paths.studio)
  await picture(page, 'code.png', qrPng(STRANGER, 400))
  await expect(field(page)).toHaveValue(STRANGER)
  await expect(inFront(page).getByText(fill(words.studio.texts.fromPicture, { name: 'code.png' }))).toBeVisible()
  await inspect(page, 'QR studio of a picture', { language: 'en', theme: 'light' })
  await picture(page, 'notes.png', Buffer.from('not a picture'))
  await expect(notice(page, fill(words.studio.texts.pictureUnknown, { name: 'notes.png' }))).toBeVisible()
  await expect(field(page)).toHaveValue('')
  await picture(page, 'empty.png', await page.screenshot({ clip: { x: 0, y: 0, width: 300, height: 60 } }))
  await expect(notice(page, words.studio.texts.pictureEmpty)).toBeVisible()
  const large = test.info().outputPath('large.png')
  writeFileSync(large, Buffer.alloc(20 * 1_048_576))
  await inFront(page).locator('input[type=file]').setInputFiles(large)
  await expect(inFront(page).getByText(fill(words.studio.texts.pictureTooLarge, { size: '20 MB', max: '10 MB' }))).toBeVisible()
})

test('the poster of a code is printed, and its picture is the registered code', VI, async ({ page }) => {
  await signIn(page, 'ketoan', 'PP_QR')
  const code = await made(page)
  await page.goto(paths.code.replace('{id}', String(code.id)))
  await page.getByRole('button', { name: words.vietqr.actions.print }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: words.studio.texts.download }).click()
  const pdf = readFileSync(await (await download).path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  // A machine without poppler-utils reads the picture of the code itself.
  const [shown] = hasTool('pdftoppm') ? pagesOfPdf(pdf) : [qrPng(code.payload, 500)]
  const look = { language: 'vi', theme: 'dark' } as const
  await dress(page, look)
  await page.goto(paths.studio)
  await picture(page, 'poster.png', shown ?? Buffer.alloc(0))
  await expect(notice(page, words.studio.enums.verdict.REGISTERED)).toBeVisible()
  await expect(inFront(page).getByText(fill(words.studio.texts.registered, { code: code.code, merchant: code.merchant }))).toBeVisible()
  await inspect(page, 'QR studio of a poster', look)
})
