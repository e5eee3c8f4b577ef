import { createFeePlans } from '#core/merchants/server/public.ts'
import { createAgreedPolicies } from '#core/policy/server/public.ts'
import { addDays, localDate } from '#kernel/dates.ts'
import type { Tx } from '#platform/server/database/db.ts'

/** Well before the demo's past. */
const BEGINNING = '2025-01-01'
/** So many days ago the second revision of the policy began: payments of the past have fees of both. */
const REVISED = 20

const band = (amountFrom: string, amountTo: string | null, rateBps: number, minimum: string, maximum: string | null = null) => ({
  ...{ amountFrom, amountTo, rateBps, minimum, maximum },
  fixed: '0',
})

/** What customers pay for money orders, and shops for payments: by the product policy, unless a shop has agreed on a plan of its own. Answers the plans' ids by code. */
export async function createDemoFees(tx: Tx, now: Date): Promise<Map<string, string>> {
  await createAgreedPolicies(
    tx,
    [
      {
        code: 'QR-DIEM-BAN',
        service: 'QR',
        name: 'Phí chấp nhận thanh toán QR tại điểm bán',
        revisions: [
          { effectiveFrom: BEGINNING, fees: [band('0', '2000000', 45, '300'), band('2000000', null, 55, '300', '55000')] },
          {
            effectiveFrom: addDays(localDate(now), -REVISED),
            fees: [band('0', '500000', 40, '200'), band('500000', '2000000', 45, '200'), band('2000000', null, 55, '300', '55000')],
          },
        ],
      },
      {
        code: 'SDK-DOI-TAC',
        service: 'SDK',
        name: 'Phí thanh toán trong ứng dụng đối tác',
        revisions: [{ effectiveFrom: BEGINNING, fees: [band('0', '5000000', 60, '500'), band('5000000', null, 50, '30000', '110000')] }],
      },
      {
        code: 'CUOC-CHUYEN-TIEN',
        service: 'CFM',
        name: 'Cước chuyển tiền tại bưu cục',
        revisions: [
          {
            effectiveFrom: BEGINNING,
            fees: [
              { ...band('0', '5000000', 0, '0'), fixed: '20000' },
              { ...band('5000000', null, 0, '0'), fixed: '40000' },
            ],
          },
        ],
      },
    ],
    { by: 'system', at: now },
  )
  return createFeePlans(tx, [
    { code: 'QR-LON', name: 'Giao dịch giá trị lớn', service: 'QR', effectiveFrom: BEGINNING, rateBps: 30, minimum: '1000', maximum: '110000' },
  ])
}
