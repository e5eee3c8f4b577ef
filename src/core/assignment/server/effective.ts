import { sql } from 'kysely'
import { localDate } from '#kernel/dates.ts'
import { AppError } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { CommandContext } from '#platform/server/module.ts'
import { assignmentErrors } from '../contract/assignment.ts'

interface Row {
  business: string
  allowed: boolean
  rule_id: string
  version: number
  valid_to: string | null
  unit_id: string | null
  unit_name: string | null
  user_name: string | null
}

/** What may be assigned: every service of this system, by code. */
export async function businesses(db: Queryable): Promise<string[]> {
  const rows = await db.selectFrom('payment.service_directory').select('code').orderBy('code').execute()
  return rows.flatMap(({ code }) => code ?? [])
}

/** For each business: may the unit (and the person in it) do it on the day, and which rule says so. Without any rule: yes. */
export async function effective(db: Queryable, of: { unitId: string | null; userId: string | null; day: string }) {
  const { rows } = await sql<Row>`
    select e.*, r.version, r.valid_to, u.name as unit_name, p.full_name as user_name
    from assignment.effective(${of.unitId}, ${of.userId}, ${of.day}::date) e join assignment.rule r on r.id = e.rule_id
    left join organisation.unit_directory u on u.id = e.unit_id left join iam.person p on p.id = e.user_id`.execute(db)
  return (await businesses(db)).map((business) => {
    const row = rows.find((one) => one.business === business)
    return {
      business,
      allowed: row?.allowed ?? true,
      ruleId: row?.rule_id ?? null,
      version: row?.version ?? null,
      validTo: row?.valid_to ?? null,
      byUnit: row?.unit_name ?? null,
      byUser: row?.user_name ?? null,
      inherited: row !== undefined && row.unit_id !== null && (row.unit_id !== of.unitId || of.userId !== null),
    }
  })
}

/** Refuses a command (ASG-003) when the caller's unit, or the caller, may not do a business today, whether the service is offered still or not. */
export async function assertMayDo({ tx, session, now }: Pick<CommandContext, 'tx' | 'session' | 'now'>, business: string): Promise<void> {
  const { rows } = await sql<Pick<Row, 'allowed'>>`
    select allowed from assignment.effective(${session.unit?.id ?? null}, ${session.userId}, ${localDate(now)}::date) where business = ${business}`.execute(tx)
  if (rows.some(({ allowed }) => !allowed)) throw new AppError(assignmentErrors.notAssigned)
}
