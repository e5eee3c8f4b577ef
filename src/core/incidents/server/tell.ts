import { AppError } from '#kernel/errors.ts'
import { composeMail } from '#platform/server/mail/compose.ts'
import { queueMail } from '#platform/server/mail/queue.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { refusedField } from '#platform/server/refusals.ts'
import { incidentErrors } from '../contract/errors.ts'
import { INCIDENT, type IncidentRow } from './record.ts'

/** Sends it where it goes by e-mail. Throws INC-020. */
export async function tell(ctx: CommandContext, row: IncidentRow, { via, text }: { via: string; text: string }): Promise<void> {
  if (via !== 'EMAIL') return
  if (row.reporter_email === null) throw refusedField('via', incidentErrors.noEmail, ctx.language)
  const { config } = ctx.runtime
  // Customers are written to in the language of the country.
  const body = composeMail({
    language: 'vi',
    product: config.productTitle,
    heading: `Trả lời sự vụ ${row.code}`,
    lead: [`Kính gửi ${row.reporter_name},`, ...text.split(/\n+/).filter((line) => line.trim() !== '')],
    notes: [`Khi liên hệ lại, vui lòng nêu mã sự vụ ${row.code}.`],
  })
  await queueMail(ctx.tx, { to: row.reporter_email, subject: `Trả lời sự vụ ${row.code}`, ...body })
}

/** The refusal that names where an incident has gone. */
export async function mergedAway({ tx }: Pick<CommandContext, 'tx'>, id: string): Promise<AppError> {
  const into = await tx.selectFrom(INCIDENT).select('code').where('id', '=', id).executeTakeFirst()
  return new AppError(incidentErrors.merged, { code: into?.code ?? '' })
}
