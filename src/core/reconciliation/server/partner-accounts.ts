import { sql } from 'kysely'
import { AppError, errors } from '#kernel/errors.ts'
import type { Queryable } from '#platform/server/database/db.ts'
import type { SettlementAccounts } from './plug.ts'

/**
 * The accounts on which sessions with a partner are settled: what its channel owes us is cleared against our money at the bank. What a bank's books differ
 * from ours by without a known reason is pending: short on 1381, over on 3381; what is written off is other income or expense, the partner's fee a cost
 * of sales of its own account.
 */
export async function partnerAccounts(db: Queryable, partnerId: string, bankAccountCode: string): Promise<SettlementAccounts> {
  const { rows } = await sql<{ code: string; name: string; clearing: string }>`
    select p.code, p.short_name as name, a.code as clearing from organisation.partner p
      join payment.partner_account x on x.partner_id = p.id join ledger.account a on a.id = x.clearing_account_id
    where p.id = ${partnerId}`.execute(db)
  const [partner] = rows
  if (!partner) throw new AppError(errors.notFound)
  const { code, name, clearing } = partner
  const bank = { code: `1121.${code}`, open: { name: `Tiền gửi tại ${name}`, class: 'ASSET', chart: 'BANK' } } as const
  return {
    clearing: { code: clearing },
    bank: bankAccountCode === '' ? bank : { code: bankAccountCode },
    fee: { code: `6417.${code}`, open: { name: `Phí dịch vụ trả ${name}`, class: 'EXPENSE', chart: 'PARTNER_FEE_EXPENSE' } },
    loss: { code: '811.RECON', open: { name: 'Chênh lệch thiếu khi đối soát', class: 'EXPENSE', chart: 'OTHER_EXPENSE' } },
    gain: { code: '711.RECON', open: { name: 'Chênh lệch thừa khi đối soát', class: 'INCOME', chart: 'OTHER_INCOME' } },
    shortage: { code: '1381.RECON', open: { name: 'Thiếu chờ xử lý khi đối soát', class: 'ASSET', chart: 'SHORTAGE_PENDING' } },
    surplus: { code: '3381.RECON', open: { name: 'Thừa chờ xử lý khi đối soát', class: 'LIABILITY', chart: 'SURPLUS_PENDING' } },
  }
}
