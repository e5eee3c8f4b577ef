import { sql } from 'kysely'
import { agreedMaker } from '#core/approvals/server/public.ts'
import { defineNotification, notify } from '#core/notifications/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Session } from '#platform/server/session/session.ts'
import { settlementPath } from '../../contract/settlement-paths.ts'
import { RUN, type SettlementRow } from './records.ts'

const outdated = defineNotification({
  name: 'COD_STATEMENT_OUTDATED',
  text: {
    vi: 'Bảng kê {code} của {keyAccount} đã duyệt nhưng bị huỷ: bưu gửi {item} không còn chi được. Kỳ này sẽ được lập lại',
    en: 'Statement {code} of {keyAccount} was approved but given up: item {item} cannot be paid any more. Its cycle is settled again',
  },
})
const givenUp = defineNotification({
  name: 'COD_STATEMENT_GIVEN_UP',
  text: { vi: '{by} đã huỷ bảng kê {code} của {keyAccount}. Lý do: {reason}', en: '{by} gave up statement {code} of {keyAccount}. Reason: {reason}' },
})

/** Who takes it to be on its way: who made and checked it, who asked for its run and approved it. */
async function involved(tx: Tx, { made_by, checked_by, run_id }: SettlementRow): Promise<string[]> {
  const maker = (await agreedMaker(tx, { type: RUN, id: run_id })) ?? null
  const { rows } = await sql<{ id: string }>`
    select p.id::text as id from iam.person p where p.active and (p.id = ${maker}
      or p.account in (${made_by}, ${checked_by}, (select r.approved_by from cob.settlement_run r where r.id = ${run_id}))) order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** What both say of the statement, and where it is seen. */
async function named(tx: Tx, { id, code, key_account_id }: SettlementRow) {
  const { name: keyAccount } = await tx.selectFrom('cob.key_account').select('name').where('id', '=', key_account_id).executeTakeFirstOrThrow()
  return { params: { code, keyAccount }, link: settlementPath(id) }
}

/** Two people have agreed to it, and yet it is not carried out, when nobody looks. `item`: what has changed, by its code. */
export async function noticeOutdated(tx: Tx, row: SettlementRow, item: string): Promise<void> {
  const { params, link } = await named(tx, row)
  await notify(tx, { userIds: await involved(tx, row), kind: outdated, params: { ...params, item }, link })
}

/** Somebody has given it up before it was approved: the others who have worked on it are told why. */
export async function noticeGivenUp(tx: Tx, row: SettlementRow, { by, reason }: { by: Pick<Session, 'userId' | 'fullName'>; reason: string }): Promise<void> {
  const { params, link } = await named(tx, row)
  const userIds = (await involved(tx, row)).filter((id) => id !== by.userId)
  await notify(tx, { userIds, kind: givenUp, params: { ...params, by: by.fullName, reason }, link })
}
