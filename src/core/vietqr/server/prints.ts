import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { bankNameIn } from '#core/masterdata/server/public.ts'
import type { InputOf, OutputOf } from '#kernel/contract.ts'
import { isoLocal, localDate, showDate } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { showMoney } from '#kernel/money.ts'
import { unaccented } from '#kernel/text.ts'
import { byUser } from '#platform/server/audit/audit.ts'
import { departureOf } from '#platform/server/http/departure.ts'
import { firstRows } from '#platform/server/list/list.ts'
import { lookup } from '#platform/server/list/lookup.ts'
import type { Download, RequestContext } from '#platform/server/module.ts'
import { PDF_TYPE } from '#platform/server/report/pdf.ts'
import { listCodes } from '../contract/codes.ts'
import { codeErrors } from '../contract/errors.ts'
import { type codePicture, PRINT_MAX, type printableCodes, type printCodes } from '../contract/prints.ts'
import { codeIds } from './list.ts'
import { qrPng, qrSvg } from './pictures/pictures.ts'
import { posterPdf } from './pictures/poster.ts'
import type { PosterSpec } from './pictures/poster-spec.ts'
import { CODE } from './records.ts'

/** A code that is not paid by is not hung up. */
const PRINTED: readonly string[] = ['ACTIVE', 'LOCKED']
const PNG_PX = 1_024

export async function picture({ id, format }: InputOf<typeof codePicture>, ctx: RequestContext): Promise<Download> {
  const [code] = await printable([id], ctx)
  if (!code) throw new AppError(errors.notFound)
  await remember(ctx, [code], format)
  const content = format === 'SVG' ? Buffer.from(qrSvg(code.payload)) : qrPng(code.payload, PNG_PX)
  const contentType = format === 'SVG' ? 'image/svg+xml' : 'image/png'
  return { name: `${code.code}.${format.toLowerCase()}`, contentType, stream: Readable.from([content]), size: content.length }
}

export async function print({ ids, kind }: InputOf<typeof printCodes>, ctx: RequestContext): Promise<Download> {
  const asked = new Set(ids.split(','))
  const codes = await printable([...asked], ctx)
  if (codes.length < asked.size) throw new AppError(errors.notFound)
  await remember(ctx, codes, kind)
  const [first] = codes
  const named = codes.length === 1 && first ? first.code : `VietQR ${isoLocal(ctx.now).slice(0, 19).replace('T', ' ').replaceAll(':', '')}`
  const file = { kind, product: ctx.runtime.config.productTitle, title: named }
  return {
    name: `${named}.pdf`,
    contentType: PDF_TYPE,
    stream: posterPdf(
      codes.map((code) => posterOf(code, ctx.now)),
      file,
      ctx.session.userId,
      departureOf(ctx.reply),
    ),
  }
}

/** The codes under a filter of the list that are printed, the newest first. */
export async function printableOf({ searchSdi }: InputOf<typeof printableCodes>, ctx: RequestContext): Promise<OutputOf<typeof printableCodes>> {
  const status = (searchSdi.status ?? PRINTED).filter((one) => PRINTED.includes(one))
  const rows = status.length === 0 ? [] : await firstRows(listCodes, codeIds(), { filter: { ...searchSdi, status }, limit: PRINT_MAX + 1 }, ctx)
  if (rows.length === 0) throw new AppError(codeErrors.nonePrinted)
  if (rows.length > PRINT_MAX) throw new AppError(codeErrors.tooManyPrinted, { max: PRINT_MAX })
  const ids = rows.map(({ id }) => String(id))
  const stopped = await ctx.scope
    .selectFrom('vietqr.code as t')
    .innerJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
    .select(sql<number>`count(*)::int`.as('n'))
    .where('t.id', 'in', ids)
    .where('m.status', '<>', 'ACTIVE')
    .executeTakeFirstOrThrow()
  return { ids, stopped: stopped.n }
}

type Printable = Awaited<ReturnType<typeof printable>>[number]

/** Codes of the caller's scope in the order of their numbers. Throws VQR-301 for one that nobody can pay by. */
async function printable(ids: readonly string[], { scope }: RequestContext) {
  const rows = await scope
    .selectFrom('vietqr.code as t')
    .innerJoin('vietqr.account_directory as a', 'a.id', 't.account_id')
    .innerJoin('merchants.merchant_directory as m', 'm.id', 't.merchant_id')
    .leftJoin(...lookup('organisation.unit_directory as u', { 'u.id': 't.unit_id' }))
    .select([
      't.id',
      't.code',
      't.status',
      't.payload',
      't.amount',
      't.memo',
      't.counter',
      't.valid_from as validFrom',
      't.valid_to as validTo',
      'a.number',
      bankNameIn('a.bank_bin').as('bankName'),
    ])
    .select(['m.name as merchantName', 'm.address', 'u.name as unitName'])
    .where('t.id', 'in', [...ids])
    .orderBy('t.id')
    .execute()
  const other = rows.find(({ status }) => !PRINTED.includes(status))
  if (other) throw new AppError(codeErrors.notPrinted, { code: other.code })
  return rows
}

/** When a code may be paid by, for whoever hangs it up: its first day while that lies ahead, and its last. */
function daysOf({ validFrom, validTo }: Pick<Printable, 'validFrom' | 'validTo'>, now: Date): Pick<PosterSpec, 'days'> {
  const from = validFrom > localDate(now) ? `Từ ngày ${showDate(validFrom)}` : ''
  const until = validTo === null ? '' : `${from ? ' đến' : 'Đến'} hết ngày ${showDate(validTo)}`
  return from || until ? { days: `${from}${until}` } : {}
}

function posterOf(code: Printable, now: Date): PosterSpec {
  return {
    code: code.code,
    merchantName: code.merchantName ?? '',
    address: code.address ?? '',
    unitName: code.counter || (code.unitName ?? ''),
    bankName: code.bankName ?? '',
    account: code.number ?? '',
    accountName: plainName(code.merchantName ?? ''),
    ...(code.amount === null ? {} : { amount: `${showMoney(code.amount, 'vi', 0)} đ` }),
    ...(code.memo ? { memo: code.memo } : {}),
    ...daysOf(code, now),
    payload: code.payload,
  }
}

/** As banks show the holder of an account: 'Phở Thìn' → 'PHO THIN'. */
const plainName = (name: string) => unaccented(name).toUpperCase()

/** A print is a read that leaves an entry with each code. */
function remember(ctx: RequestContext, codes: readonly { id: string }[], printed: string): Promise<void> {
  const who = { ...byUser(ctx.session.account, ctx), action: 'vietqr.printed' }
  const facts = codes.map(({ id }) => ({ ...who, subjectType: CODE, subjectId: id, after: { printed } }))
  return ctx.runtime.db.transaction().execute((tx) => ctx.runtime.audit.writeMany(tx, facts))
}
