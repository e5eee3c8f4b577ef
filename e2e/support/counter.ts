import { demoDatabase, inDatabase } from './server.ts'

/** The code by which the counter channel names the teller behind an account. */
export async function tellerOf(account: string): Promise<string> {
  const { code } = await demoDatabase()
    .selectFrom('iam.user_account as u')
    .innerJoin('organisation.staff as s', 's.id', 'u.staff_id')
    .select('s.code')
    .where('u.account', '=', account)
    .executeTakeFirstOrThrow()
  return code
}

/** A shift that its teller left open on an earlier day, at an empty till of its own. */
export async function leaveShift(tillCode: string, account: string, day: string): Promise<void> {
  await inDatabase(
    `insert into cash.shift (code, unit_id, till_id, teller_staff_id, business_date, status, opened_at)
     select 'CA-' || $1, h.unit_id, h.id, u.staff_id, $3, 'OPEN', now() - interval '1 day' from cash.holding h, iam.user_account u where h.code = $1 and u.account = $2`,
    [tillCode, account, day],
  )
}
