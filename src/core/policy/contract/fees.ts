import { z } from 'zod'
import { defineErrors, error } from '#kernel/errors.ts'
import { Count, Id, MoneyFromZero, NameText, UnitText } from '#kernel/primitives.ts'

export const feeErrors = defineErrors({
  feeOverlap: error('POL-005', 422, { vi: 'Trùng khoảng số tiền với dòng {row}', en: 'The amount range overlaps with row {row}' }),
  feeBand: error('POL-006', 422, { vi: 'Số tiền đến phải lớn hơn số tiền từ', en: 'The upper amount must be greater than the lower amount' }),
  feeGap: error('POL-012', 422, {
    vi: 'Số tiền từ {from} đến dưới {to} chưa có dòng phí nào',
    en: 'No fee row covers amounts from {from} to below {to}',
  }),
  feeMaximum: error('POL-007', 422, { vi: 'Phí tối đa không được nhỏ hơn phí tối thiểu', en: 'The maximum fee must not be less than the minimum fee' }),
  feeReference: error('POL-008', 422, { vi: 'Không có đối tác hoặc đơn vị này', en: 'This partner or unit does not exist' }),
})

export const MAX_FEES = 200

/** A rate in hundredths of a percent (25 = 0.25 %) of the amount, and a fixed part, between a least and a greatest fee. */
const fee = {
  partnerId: Id.nullable(),
  unitId: Id.nullable(),
  /** Included; amountTo is not. */
  amountFrom: MoneyFromZero,
  amountTo: MoneyFromZero.nullable(),
  rateBps: Count.min(0).max(10_000),
  fixed: MoneyFromZero,
  minimum: MoneyFromZero,
  maximum: MoneyFromZero.nullable(),
}
export const FeeInput = z.strictObject({
  ...fee,
  partnerId: Id.nullish(),
  unitId: Id.nullish(),
  amountTo: MoneyFromZero.nullish(),
  maximum: MoneyFromZero.nullish(),
})
export type FeeInput = z.output<typeof FeeInput>
export const FeeRow = z.object({ ...fee, line: Count, partnerName: NameText.nullable(), unitName: UnitText.nullable() })
export type FeeRow = z.output<typeof FeeRow>
