import { Readable } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { amountInWords } from '#kernel/amount-in-words.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill, type Language } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import { departureOf } from '#platform/server/http/departure.ts'
import { createSlots, withSlot } from '#platform/server/http/slots.ts'
import { firstRows } from '#platform/server/list/list.ts'
import type { Download, RequestContext } from '#platform/server/module.ts'
import { PDF_TYPE } from '#platform/server/report/pdf.ts'
import { issuanceErrors } from '../../contract/issuances/errors.ts'
import { listIssuanceLines, type noticesOf, type printNotices } from '../../contract/issuances/lines.ts'
import type { LineStatus } from '../../contract/issuances/machines.ts'
import { NOTICES_MAX } from '../../contract/issuances/words.ts'
import { lineList, linesOf } from './lists.ts'
import type { Notice, NoticeFile } from './notice-pages.ts'
import { LINE } from './records.ts'

/** What a payer may still be told of. */
const NOTICED: readonly LineStatus[] = ['ISSUED', 'ASSIGNED', 'REFUSED', 'NOT_FOUND']

const WORDS = {
  vi: {
    title: 'Giấy báo nhờ thu',
    number: 'Số: {code}',
    payer: 'Người nộp tiền',
    phone: 'Điện thoại',
    address: 'Địa chỉ',
    customer: 'Đơn vị nhờ thu',
    reference: 'Mã tham chiếu',
    content: 'Nội dung',
    dueOn: 'Hạn thu',
    amount: 'Số tiền',
    money: '{amount} đồng',
    words: 'Bằng chữ: {words}',
    foot: 'Bưu điện được đơn vị nêu trên uỷ quyền thu. Đề nghị chuẩn bị đủ tiền và nhận biên nhận khi nộp; chỉ nộp cho bưu tá có thẻ hoặc tại bưu cục ghi ở trên.',
    signatures: ['Người nộp tiền', 'Bưu tá'],
  },
  en: {
    title: 'Collection notice',
    number: 'No. {code}',
    payer: 'Payer',
    phone: 'Telephone',
    address: 'Address',
    customer: 'Collected for',
    reference: 'Reference',
    content: 'Details',
    dueOn: 'Due date',
    amount: 'Amount',
    money: 'VND {amount}',
    words: 'In words: {words}',
    foot: 'The post collects on behalf of the organization above. Please have the amount ready and take a receipt; pay only a postman who shows a card, or at the office above.',
    signatures: ['Payer', 'Postman'],
  },
} as const

type Row = Awaited<ReturnType<typeof printable>>[number]

const printable = (ids: readonly string[], ctx: RequestContext) =>
  linesOf(ctx)
    .where('t.id', 'in', [...ids])
    .where('t.status', 'in', [...NOTICED])
    .orderBy('t.unit_id')
    .orderBy('t.id')
    .execute()

/** The PDF of notices; each leaves an entry with its line. */
export async function print({ ids }: InputOf<typeof printNotices>, ctx: RequestContext): Promise<Download> {
  const { language, runtime, session } = ctx
  const asked = [...new Set(ids.split(','))]
  const rows = await printable(asked, ctx)
  if (rows.length < asked.length) throw new AppError(rows.length === 0 ? issuanceErrors.noNotices : errors.notFound)
  const [first] = rows
  const words = WORDS[language]
  const title =
    rows.length === 1 && first ? `${words.title} ${first.code}` : `${words.title} ${isoLocal(ctx.now).slice(0, 19).replace('T', ' ').replaceAll(':', '')}`
  const file = { product: runtime.config.productTitle, title }
  const content = await draw(
    file,
    rows.map((row) => noticeOf(row, language)),
    session.userId,
    departureOf(ctx.reply),
  )
  const facts = rows.map(({ id }) => ({ ...byUser(session.account, ctx), action: 'cob.issuance.noticed', subjectType: LINE, subjectId: id }))
  await runtime.db.transaction().execute((tx) => runtime.audit.writeMany(tx, facts))
  return { name: `${title}.pdf`, contentType: PDF_TYPE, stream: Readable.from([content]), size: content.length }
}

/** The lines under a filter of the list that a notice is printed of. */
export async function noticed({ searchSdi }: InputOf<typeof noticesOf>, ctx: RequestContext): Promise<OutputOf<typeof noticesOf>> {
  const status = (searchSdi.status ?? NOTICED).filter((one) => NOTICED.includes(one))
  const rows = status.length === 0 ? [] : await firstRows(listIssuanceLines, lineList, { filter: { ...searchSdi, status }, limit: NOTICES_MAX + 1 }, ctx)
  if (rows.length === 0) throw new AppError(issuanceErrors.noNotices)
  if (rows.length > NOTICES_MAX) throw new AppError(issuanceErrors.tooManyNotices, { max: NOTICES_MAX })
  return { ids: rows.map(({ id }) => String(id)) }
}

function noticeOf(row: Row, language: Language): Notice {
  const words = WORDS[language]
  const facts = [
    [words.payer, row.payerName],
    [words.phone, row.payerPhone],
    [words.address, row.address],
    [words.customer, row.keyAccountName],
    [words.reference, row.reference],
    [words.content, row.note],
    [words.dueOn, showDate(row.dueOn)],
  ] as const
  return {
    issuer: [row.unitName],
    title: words.title.toLocaleUpperCase('vi'),
    number: fill(words.number, { code: row.code }),
    facts: facts.filter(([, value]) => value !== ''),
    amount: [words.amount, fill(words.money, { amount: showMoney(row.amount, language, 0) })],
    inWords: fill(words.words, { words: amountInWords(row.amount, language) }),
    foot: words.foot,
    signatures: words.signatures,
  }
}

/** Drawing takes a core: one at a time in a process. */
const slots = createSlots(1)
const MEMORY_MB = 256

const draw = (file: NoticeFile, notices: readonly Notice[], who: string, signal?: AbortSignal): Promise<Buffer> =>
  withSlot(
    slots,
    who,
    signal,
    () =>
      new Promise<Buffer>((resolve, reject) => {
        const workerData = { file, notices }
        const worker = new Worker(new URL('./notice-worker.ts', import.meta.url), { workerData, resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } })
        worker.once('message', (bytes: Uint8Array) => resolve(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)))
        worker.once('error', reject)
        worker.once('exit', (code) => reject(new Error(`the thread that draws notices ended with code ${code}`)))
      }),
  )
