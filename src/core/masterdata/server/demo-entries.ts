import type { insertGlobalList } from '#core/masterdata/contract/lists/global-list.ts'
import type { InputOf } from '#kernel/contract.ts'
import type { Tx } from '#platform/server/database/db.ts'
import type { Runtime } from '#platform/server/module.ts'
import { storeEntries } from './lists/lists.ts'

const entry = (key: string, value: string, valueEn: string) => ({ key, value, valueEn, status: 'ACTIVE' as const })

/** Lists that every postal payment operator keeps. */
const LISTS: readonly Omit<InputOf<typeof insertGlobalList>, 'status'>[] = [
  {
    code: 'ID_DOCUMENT_TYPE',
    name: 'Loại giấy tờ tuỳ thân',
    description: 'Giấy tờ xuất trình khi nhận, gửi tiền tại quầy',
    entries: [
      entry('CCCD', 'Căn cước công dân', 'Citizen identity card'),
      entry('CC', 'Thẻ căn cước', 'Identity card'),
      entry('HC', 'Hộ chiếu', 'Passport'),
      entry('CMSQ', 'Chứng minh sĩ quan', 'Officer identity card'),
      { ...entry('CMND', 'Chứng minh nhân dân', 'People’s identity card'), status: 'LOCKED' },
    ],
  },
  {
    code: 'INCIDENT_CATEGORY',
    name: 'Loại sự vụ',
    description: 'Phân loại khiếu nại, tra soát giao dịch',
    entries: [
      entry('WRONG_AMOUNT', 'Sai số tiền', 'Wrong amount'),
      entry('NOT_CREDITED', 'Chưa ghi có người nhận', 'Not credited'),
      entry('DOUBLE_CHARGE', 'Trừ tiền hai lần', 'Charged twice'),
      entry('WRONG_RECEIVER', 'Sai người nhận', 'Wrong receiver'),
      entry('LATE', 'Xử lý chậm', 'Slow handling'),
      entry('OTHER', 'Khác', 'Other'),
    ],
  },
  {
    code: 'REFUND_REASON',
    name: 'Lý do hoàn tiền',
    description: 'Lý do người lập phải chọn khi yêu cầu hoàn giao dịch',
    entries: [
      entry('CUSTOMER_REQUEST', 'Khách hàng yêu cầu', 'Requested by the customer'),
      entry('DUPLICATE', 'Giao dịch trùng', 'Duplicate transaction'),
      entry('WRONG_AMOUNT', 'Thu sai số tiền', 'Wrong amount collected'),
      entry('SERVICE_FAILED', 'Dịch vụ không thực hiện được', 'The service was not rendered'),
    ],
  },
  {
    code: 'CANCEL_REASON',
    name: 'Lý do huỷ giao dịch',
    description: 'Lý do người lập phải chọn khi yêu cầu huỷ giao dịch trong ngày',
    entries: [
      entry('DUPLICATE', 'Giao dịch trùng', 'Duplicate transaction'),
      entry('WRONG_AMOUNT', 'Sai số tiền', 'Wrong amount'),
      entry('WRONG_MERCHANT', 'Quét nhầm mã điểm bán', 'Wrong merchant’s code scanned'),
      entry('CUSTOMER_REQUEST', 'Khách đổi ý ngay tại điểm bán', 'The customer changed their mind at the shop'),
    ],
  },
  {
    code: 'UNIT_CLOSE_REASON',
    name: 'Lý do đóng điểm phục vụ',
    description: 'Áp dụng cho bưu cục và điểm chi trả',
    entries: [
      entry('MERGED', 'Sáp nhập', 'Merged'),
      entry('MOVED', 'Chuyển địa điểm', 'Moved'),
      entry('LOW_VOLUME', 'Sản lượng thấp', 'Low volume'),
      entry('LEASE_ENDED', 'Hết hạn thuê mặt bằng', 'Lease ended'),
    ],
  },
  {
    code: 'CASH_DENOMINATION',
    name: 'Mệnh giá tiền mặt',
    description: 'Dùng khi kiểm quỹ cuối ca, từ lớn đến nhỏ',
    entries: ['500000', '200000', '100000', '50000', '20000', '10000', '5000', '2000', '1000', '500', '200'].map((key) => {
      const shown = key.replace(/\B(?=(\d{3})+$)/g, '.')
      return entry(key, `${shown} đồng`, `${shown.replace('.', ',')} dong`)
    }),
  },
]

/** Creates the lists of the demo world; those that exist stay as they are. */
export async function seedDemoLists(tx: Tx, runtime: Runtime): Promise<void> {
  for (const { entries, ...list } of LISTS) {
    const created = await tx
      .insertInto('masterdata.global_list')
      .values({ ...list, updated_at: runtime.clock.now(), updated_by: 'system' })
      .onConflict((conflict) => conflict.column('code').doNothing())
      .returning('id')
      .executeTakeFirst()
    if (created) await storeEntries(tx, created.id, entries)
  }
}
