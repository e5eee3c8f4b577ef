import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { payloadHash } from '#core/approvals/server/public.ts'
import type { InputOf } from '#kernel/contract.ts'
import { isoLocal, showTimestamp } from '#kernel/dates.ts'
import { AppError, errors } from '#kernel/errors.ts'
import type { Language, Text } from '#kernel/language.ts'
import { fill } from '#kernel/language.ts'
import type { ReportDocument } from '#kernel/report.ts'
import type { CommandContext, Download, Registrar, RequestContext } from '#platform/server/module.ts'
import { placeOf } from '#platform/server/report/document.ts'
import { PDF_TYPE, reportPdf } from '#platform/server/report/pdf.ts'
import { documentErrors, downloadDocument, type Printed } from '../contract/documents.ts'
import { isCounting } from './blind.ts'

/** What a document says of itself; number, copy, checksum, place and day are added to every one. */
export type Drawn = Omit<ReportDocument, 'taken' | 'takenAt' | 'place'>

/** A kind of numbered paper that is drawn from stored figures. */
export interface DocumentKind<F = unknown> {
  /** Stands in the rows of documents, so it never changes. */
  name: string
  /** Of its numbers: 'BBKQ'. */
  prefix: string
  title: Text
  draw(figures: F, language: Language): Drawn
}

export const defineDocument = <F extends object>(kind: DocumentKind<F>): DocumentKind<F> => kind

export interface Issue<F> {
  subject: { type: string; id: string }
  unitId: string
  /** The day that its number names. */
  day: string
  /** Texts and arrays of them, no numbers: read once, when it is first printed. */
  figures(): Promise<F>
}

/**
 * Prints a document of a subject: the first time it is given a number and its figures are kept, each further time a copy is counted. The
 * audit entry of the command is about the document. The caller has checked the right and the scope.
 */
export async function issueDocument<F extends object>(
  ctx: CommandContext,
  kind: DocumentKind<F>,
  { subject, unitId, day, figures }: Issue<F>,
): Promise<Printed> {
  const { tx, session, now } = ctx
  const find = () =>
    tx
      .selectFrom('cash.document')
      .select(['id', 'number'])
      .where('kind', '=', kind.name)
      .where('subject_type', '=', subject.type)
      .where('subject_id', '=', subject.id)
      .forUpdate()
      .executeTakeFirst()
  let document = await find()
  if (!document) {
    const kept = await figures()
    await sql`
      insert into cash.document (number, kind, subject_type, subject_id, unit_id, figures, figures_sha256, issued_by, issued_at)
      values (cash.next_code(${kind.prefix}, ${day}::date), ${kind.name}, ${subject.type}, ${subject.id}, ${unitId}, ${JSON.stringify(kept)}, ${payloadHash(kept)},
        ${session.account}, ${now}) on conflict (kind, subject_type, subject_id) do nothing`.execute(tx)
    document = await find()
  }
  if (!document) throw new Error(`no document ${kind.name} of ${subject.type} ${subject.id}`)
  const { id, number } = document
  const { rows } = await sql<{ copy: number }>`
    insert into cash.document_copy (document_id, copy, printed_by, user_id, printed_at)
    select ${id}, coalesce(max(copy) + 1, 0), ${session.account}, ${session.userId}, ${now} from cash.document_copy where document_id = ${id} returning copy`.execute(
    tx,
  )
  const copy = rows[0]?.copy ?? 0
  ctx.subject('cash.document', id, { after: { number, copy } })
  return { documentId: id, number, copy }
}

const WORDS = {
  vi: { number: 'Số: {number}', original: 'Bản chính', copy: 'Bản sao {n}', taken: '{number} · {copy} · In bởi {by} lúc {at} · SHA-256 {hash}' },
  en: { number: 'No. {number}', original: 'Original', copy: 'Copy {n}', taken: '{number} · {copy} · Printed by {by} at {at} · SHA-256 {hash}' },
} as const

/** Serves the PDF of what somebody has printed, drawn by the kind of each document. */
export function registerDocuments(on: Registrar, kinds: readonly DocumentKind<never>[]): void {
  on.download(downloadDocument, (input, ctx) => download(input, ctx, kinds as readonly DocumentKind[]))
}

async function download(
  { id, copy }: InputOf<typeof downloadDocument>,
  { scope, session, language }: RequestContext,
  kinds: readonly DocumentKind[],
): Promise<Download> {
  const document = await scope
    .selectFrom('cash.document as d')
    .innerJoin('cash.document_copy as c', 'c.document_id', 'd.id')
    .select(['d.number', 'd.kind', 'd.figures', 'd.figures_sha256 as hash', 'd.issued_at as issuedAt', 'c.printed_by as by', 'c.printed_at as at'])
    .where('d.id', '=', id)
    .where('c.copy', '=', Number(copy))
    .where('c.user_id', '=', session.userId)
    // Who has begun to count meanwhile does not read what a holding or a bag held.
    .where((eb) => eb.not(isCounting(session.userId)))
    .executeTakeFirst()
  const kind = kinds.find(({ name }) => name === document?.kind)
  if (!document || !kind) throw new AppError(errors.notFound)
  const { number, hash } = document
  if (!payloadHash(document.figures).equals(hash)) throw new AppError(documentErrors.tampered, { number })
  const words = WORDS[language]
  const drawn = kind.draw(document.figures, language)
  const copyName = copy === '0' ? words.original : fill(words.copy, { n: copy })
  const [period = '', ...rest] = drawn.head
  const taken = fill(words.taken, { number, copy: copyName, by: document.by, at: showTimestamp(isoLocal(document.at)), hash: hash.toString('hex') })
  const head = [`${fill(words.number, { number })} · ${copyName}`, period, ...rest]
  const bytes = await reportPdf({ ...drawn, head, taken, takenAt: isoLocal(document.at), place: placeOf({ now: document.issuedAt, language }) }, language)
  return { name: `${number}.pdf`, contentType: PDF_TYPE, stream: Readable.from([bytes]), size: bytes.length }
}
