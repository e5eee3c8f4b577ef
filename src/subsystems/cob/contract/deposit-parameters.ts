import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** Up to which hour of the day deposits of that day are cancelled; 24: until the day ends. */
export const codCancelUntilHour = defineParameter({
  key: 'cob.cancel-until-hour',
  type: 'INTEGER',
  initial: '24',
  minimum: '0',
  maximum: '24',
  text: { vi: 'Giờ cuối cùng trong ngày được huỷ giao dịch nộp COD', en: 'Hour of the day until which COD deposits can be cancelled' },
})

/** From which amount on a cancellation needs evidence. */
export const codCancelEvidenceFrom = defineParameter({
  key: 'cob.cancel-evidence-from',
  type: 'MONEY',
  initial: '20000000.00',
  minimum: '0.00',
  text: { vi: 'Huỷ giao dịch nộp COD từ số tiền này phải kèm chứng từ (VNĐ)', en: 'Amount from which cancelling a COD deposit needs evidence (VND)' },
})

/** The parameters of deposits; the composition root brings them into the database. */
export const depositParameters = [codCancelUntilHour, codCancelEvidenceFrom] as const
