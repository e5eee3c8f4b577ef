import type { Readable } from 'node:stream'
import { sql } from 'kysely'
import { z } from 'zod'
import { showDate } from '#kernel/dates.ts'
import { fill } from '#kernel/language.ts'
import { showMoney } from '#kernel/money.ts'
import type { Tx } from '#platform/server/database/db.ts'
import { defineJob, handleJob } from '#platform/server/jobs/job.ts'
import { queueMail } from '#platform/server/mail/queue.ts'
import type { JobHandler } from '#platform/server/module.ts'
import { PDF_TYPE, reportPdf } from '#platform/server/report/pdf.ts'
import { XLSX_TYPE } from '#platform/server/spreadsheet/xlsx.ts'
import { figuresOf, fileName, STATEMENT_WORDS, statementDocument, statementSheet } from './paper.ts'
import type { SettlementRow } from './records.ts'

/** Sends the statement of a cycle to its key account, as a spreadsheet and on paper. */
export const mailStatement = defineJob({
  name: 'cob.mail-statement',
  title: { vi: 'Gửi bảng kê chi COD cho khách hàng lớn', en: 'Send a COD statement to its key account' },
  input: z.strictObject({ settlementId: z.string() }),
  timeoutSeconds: 600,
})

/** What mail servers take. */
const LARGEST = 15 * 1024 * 1024

export const mailing: JobHandler = handleJob(mailStatement, async ({ settlementId }, { runtime: { db, clock }, signal }) => {
  const figures = await figuresOf(db, settlementId)
  if (!figures || figures.keyAccount.email === '') return
  const now = clock.now()
  const sheet = await bytesOf(statementSheet(figures, 'vi'))
  const document = statementDocument(figures, 'vi', now)
  const paper = document && (await reportPdf(document, 'vi', signal))
  const files = [
    { fileName: fileName(figures, 'xlsx'), contentType: XLSX_TYPE, content: sheet },
    ...(paper ? [{ fileName: fileName(figures, 'pdf'), contentType: PDF_TYPE, content: paper }] : []),
  ]
  const { code, cycleDate, cod, net, keyAccount } = figures
  const words = STATEMENT_WORDS.vi
  const facts = { code, name: keyAccount.name, day: showDate(cycleDate), cod: showMoney(cod, 'vi', 0), net: showMoney(net, 'vi', 0) }
  const small = files.filter((_file, at) => files.slice(0, at + 1).reduce((all, { content }) => all + content.length, 0) <= LARGEST)
  if (small.length === 0) throw new Error(`statement ${code} is too large for a mail`)
  await db.transaction().execute(async (tx) => {
    // Once, however often the job is tried, and not what was withdrawn meanwhile.
    const { numAffectedRows } = await sql`
      update cob.settlement set mailed_at = ${now} where id = ${settlementId} and mailed_at is null and status not in ('FAILED', 'RELEASED')`.execute(tx)
    if (numAffectedRows === 0n) return
    await queueMail(tx, { to: keyAccount.email, subject: `${words.title} ${code}`, text: fill(words.mail, facts), attachments: small })
  })
})

/** Who was sent a statement hears that it is not paid. */
export async function mailWithdrawal(tx: Tx, { code, cycle_date: cycleDate, key_account_id: id, mailed_at: mailedAt }: SettlementRow): Promise<void> {
  if (mailedAt === null) return
  const { rows } = await sql<{
    name: string
    email: string
  }>`select coalesce(nullif(legal_name, ''), name) as name, email from cob.key_account where id = ${id}`.execute(tx)
  const [to] = rows
  if (!to || to.email === '') return
  const { withdrawn, withdrawnTitle } = STATEMENT_WORDS.vi
  await queueMail(tx, { to: to.email, subject: fill(withdrawnTitle, { code }), text: fill(withdrawn, { code, name: to.name, day: showDate(cycleDate) }) })
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of stream as AsyncIterable<Buffer>) parts.push(part)
  return Buffer.concat(parts)
}
