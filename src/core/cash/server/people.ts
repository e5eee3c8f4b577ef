import { type QueryExecutorProvider, sql } from 'kysely'
import type { DecidedContext } from '#core/approvals/server/public.ts'
import { AppError } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import { cashErrors } from '../contract/errors.ts'

/** Somebody who works with cash. */
export interface CashPerson {
  staffId: string
  name: string
  unitId: string
}

/** The member of staff behind an account; undefined for accounts that are nobody's at a unit. */
export async function findPerson(db: QueryExecutorProvider, userId: string): Promise<CashPerson | undefined> {
  const { rows } = await sql<CashPerson>`
    select s.id as "staffId", s.full_name as name, s.unit_id as "unitId" from iam.account_place p join organisation.staff s on s.id = p.staff_id
    where p.user_id = ${userId} and s.unit_id is not null`.execute(db)
  return rows[0]
}

/** The members of staff behind a decision: who made it, and in whose place. */
export async function deciders({ tx, approver, principalId }: DecidedContext): Promise<string[]> {
  const users = [approver.session.userId, ...(principalId === null ? [] : [principalId])]
  return (await Promise.all(users.map((userId) => findPerson(tx, userId)))).flatMap((person) => (person ? [person.staffId] : []))
}

/** As findPerson. Throws CSH-002 for an account without a staff record at a unit: cash is answered for by people. */
export async function personOf(db: Queryable, { userId }: { userId: string }): Promise<CashPerson> {
  const person = await findPerson(db, userId)
  if (!person) throw new AppError(cashErrors.noStaff)
  return person
}
