import { Readable } from 'node:stream'
import { amountInWords } from '#kernel/amount-in-words.ts'
import type { InputOf } from '#kernel/contract.ts'
import { isoLocal, showDate, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import { fill } from '#kernel/language.ts'
import { formatMoney, type Hundredths, parseMoney, showMoney } from '#kernel/money.ts'
import type { ReportDocument } from '#kernel/report.ts'
import type { Download, RequestContext } from '#platform/server/module.ts'
import { placeOf } from '#platform/server/report/document.ts'
import { PDF_TYPE, reportPdf } from '#platform/server/report/pdf.ts'
import { breakErrors } from '../../contract/break-errors.ts'
import { BREAKS_MAX, type BreakContracts } from '../../contract/breaks.ts'
import type { DeskPlace } from '../../contract/desk.ts'
import { notePast } from '../sessions/records.ts'
import { rowsOf, shownRow } from './list.ts'
import { WORDS } from './words.ts'

/** Letters go to partners in Viet Nam, whatever language their maker reads. */
const LANGUAGE = 'vi'
const texts = WORDS[LANGUAGE]

const money = (value: Hundredths) => (value === 0n ? '–' : showMoney(formatMoney(value), LANGUAGE, value % 100n === 0n ? 0 : 2))

/** The session with the partner and the unit that a letter names, within the reader's scope. Throws SYS-404. */
async function headOf(place: DeskPlace, sessionId: string, { scope }: RequestContext) {
  const found = await scope
    .selectFrom('reconciliation.session as s')
    .innerJoin('reconciliation.setup as c', 'c.id', 's.setup_id')
    .leftJoin('organisation.partner as p', 'p.id', 's.partner_id')
    .leftJoin('organisation.unit_directory as u', 'u.id', 's.unit_id')
    .leftJoin('organisation.unit_directory as above', 'above.id', 'u.parent_id')
    .select([
      's.id',
      's.code',
      's.from_day as from',
      's.to_day as to',
      's.plug',
      'c.name as setup',
      'p.name as partner',
      'u.name as unit',
      'above.name as above',
    ])
    .where('s.id', '=', sessionId)
    .executeTakeFirst()
  if (!found || !place.plugs.includes(found.plug)) throw new AppError(errors.notFound)
  return found
}

/** A letter to the partner with the breaks in dispute, as PDF. Throws SYS-404, RCB-009, RCB-013. */
export async function letter(place: DeskPlace, { sessionId, ids }: InputOf<BreakContracts['letter']>, ctx: RequestContext): Promise<Download> {
  const head = await headOf(place, sessionId, ctx)
  if (head.partner === null) throw new AppError(breakErrors.noPartner)
  let query = rowsOf(place, { ...ctx, language: LANGUAGE }).where('b.session_id', '=', sessionId)
  query = ids === undefined ? query.where('b.resolution', '=', 'DISPUTE') : query.where('b.id', 'in', ids.split(','))
  const rows = (await query.orderBy('b.day').orderBy('b.id').limit(BREAKS_MAX).execute()).map(shownRow)
  if (rows.length === 0) throw new AppError(breakErrors.letterEmpty)
  const bytes = await reportPdf(documentOf({ ...head, partner: head.partner }, rows, ctx), LANGUAGE)
  const { runtime, session, now } = ctx
  await runtime.db.transaction().execute((tx) => notePast(tx, sessionId, session.account, now, 'LETTER', { count: rows.length }))
  return { name: `${texts.letterTitle} ${head.code}.pdf`, contentType: PDF_TYPE, stream: Readable.from([bytes]), size: bytes.length }
}

type Head = Awaited<ReturnType<typeof headOf>> & { partner: string }

function documentOf(head: Head, rows: readonly ReturnType<typeof shownRow>[], { now, session }: RequestContext): ReportDocument {
  const sums = { ours: 0n, theirs: 0n, risk: 0n }
  const lines = rows.map((row, at) => {
    const [ours, theirs] = [parseMoney(row.oursSum), parseMoney(row.theirsSum)]
    sums.ours += ours
    sums.theirs += theirs
    sums.risk += parseMoney(row.atRisk)
    const cells = [showDate(row.day), row.reference, row.sourceCode, money(ours), money(theirs), money(ours - theirs), row.explanation]
    return { level: 0, name: String(at + 1), cells }
  })
  const total = { level: -1, name: texts.letterTotal, cells: ['', '', '', money(sums.ours), money(sums.theirs), money(sums.ours - sums.theirs), ''] }
  const column = (header: string, weight: number, align: 'left' | 'right' = 'left') => ({ header, align, weight })
  return {
    title: texts.letterTitle,
    issuer: [head.above, head.unit].filter((name) => name !== null),
    form: fill(texts.letterForm, { code: head.code }),
    head: [
      fill(texts.letterPeriod, { from: showDate(head.from), to: showDate(head.to) }),
      fill(texts.letterTo, { partner: head.partner }),
      fill(texts.letterBody, { setup: head.setup, count: rows.length }),
    ],
    taken: fill(texts.letterTaken, { name: session.fullName, at: showTimestamp(isoLocal(now)) }),
    orientation: 'landscape',
    columns: [
      column(texts.letterDay, 8),
      column(texts.letterReference, 14),
      column(texts.letterTransaction, 13),
      column(texts.letterOurs, 11, 'right'),
      column(texts.letterTheirs, 11, 'right'),
      column(texts.letterDifference, 11, 'right'),
      column(texts.letterContent, 40),
    ],
    lines: [...lines, total],
    words: fill(texts.letterWords, { words: amountInWords(formatMoney(sums.risk), LANGUAGE) }),
    place: placeOf({ now, language: LANGUAGE }),
    signatures: [
      { role: texts.letterMaker, hint: texts.letterSign },
      { role: texts.letterHead, hint: texts.letterStamp },
    ],
  }
}
