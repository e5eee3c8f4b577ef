import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'

/** 1381, 3381, 1388, 3388, 811 of a unit. */
export type DifferencePurpose = 'SHORTAGE_PENDING' | 'SURPLUS_PENDING' | 'SHORTAGE_RECEIVABLE' | 'SURPLUS_PAYABLE' | 'OTHER_EXPENSE'

const ACCOUNTS: Record<DifferencePurpose, { code: string; name: string; class: 'ASSET' | 'LIABILITY' | 'EXPENSE' }> = {
  SHORTAGE_PENDING: { code: 'SHORTAGE', name: 'Tiền thiếu chờ xử lý', class: 'ASSET' },
  SURPLUS_PENDING: { code: 'SURPLUS', name: 'Tiền thừa chờ xử lý', class: 'LIABILITY' },
  SHORTAGE_RECEIVABLE: { code: 'SHORTAGE-DUE', name: 'Phải thu bồi hoàn tiền thiếu', class: 'ASSET' },
  SURPLUS_PAYABLE: { code: 'SURPLUS-DUE', name: 'Phải trả tiền thừa', class: 'LIABILITY' },
  OTHER_EXPENSE: { code: 'SHORTAGE-LOSS', name: 'Chi phí tiền thiếu được xoá', class: 'EXPENSE' },
}

/** The account of a unit for a shortage or surplus of cash at one stage of its handling, opened when it is first needed. */
export async function differenceAccount(tx: Tx, unitId: string, purpose: DifferencePurpose): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`difference ${unitId} ${purpose}`}, 0))`.execute(tx)
  const known = await tx
    .selectFrom('cash.difference_account')
    .select('account_id')
    .where('unit_id', '=', unitId)
    .where('purpose', '=', purpose)
    .executeTakeFirst()
  if (known) return known.account_id
  const unit = await tx.selectFrom('organisation.unit').select(['code', 'name']).where('id', '=', unitId).executeTakeFirstOrThrow()
  const { code, name, class: accountClass } = ACCOUNTS[purpose]
  const [account = ''] = await openAccounts(tx, [
    { code: `${code}-${unit.code}`, name: `${name} ${unit.name}`, class: accountClass, chart: purpose, ownerType: 'UNIT', ownerId: unitId, unitId },
  ])
  await tx.insertInto('cash.difference_account').values({ unit_id: unitId, purpose, account_id: account }).execute()
  return account
}
