import { sql } from 'kysely'
import { openAccounts } from '#core/ledger/server/public.ts'
import type { Tx } from '#platform/server/database/db.ts'

const ACCOUNTS = {
  SHORTAGE_PENDING: { code: 'SHORTAGE', name: 'Tiền thiếu chờ xử lý', class: 'ASSET' },
  SURPLUS_PENDING: { code: 'SURPLUS', name: 'Tiền thừa chờ xử lý', class: 'LIABILITY' },
  SHORTAGE_RECEIVABLE: { code: 'SHORTAGE-DUE', name: 'Phải thu bồi hoàn tiền thiếu', class: 'ASSET' },
  SURPLUS_PAYABLE: { code: 'SURPLUS-DUE', name: 'Phải trả tiền thừa', class: 'LIABILITY' },
  OTHER_EXPENSE: { code: 'SHORTAGE-LOSS', name: 'Chi phí tiền thiếu được xoá', class: 'EXPENSE' },
} as const

/** 1381, 3381, 1388, 3388 and 811 of a unit. */
export type DifferencePurpose = keyof typeof ACCOUNTS

/** Decided, and paid back or out by whatever way: cleared by a manual journal, which a second person approves. The rest moves by decisions of cash alone. */
const CLEARED_BY_HAND: readonly DifferencePurpose[] = ['SHORTAGE_RECEIVABLE', 'SURPLUS_PAYABLE']

/** The account of a unit for a shortage or surplus of cash at one stage of its handling, opened when it is first needed. */
export async function differenceAccount(tx: Tx, unitId: string, purpose: DifferencePurpose): Promise<string> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`difference ${unitId} ${purpose}`}, 0))`.execute(tx)
  const unit = await tx.selectFrom('organisation.unit').select(['code', 'name']).where('id', '=', unitId).executeTakeFirstOrThrow()
  const code = `${ACCOUNTS[purpose].code}-${unit.code}`
  const known = await tx.selectFrom('ledger.account').select('id').where('code', '=', code).executeTakeFirst()
  if (known) return known.id
  const input = {
    code,
    name: `${ACCOUNTS[purpose].name} ${unit.name}`,
    class: ACCOUNTS[purpose].class,
    chart: purpose,
    ...(CLEARED_BY_HAND.includes(purpose) ? {} : { keptBy: 'cash' }),
  }
  const [account = ''] = await openAccounts(tx, [{ ...input, ownerType: 'UNIT', ownerId: unitId, unitId }])
  return account
}
