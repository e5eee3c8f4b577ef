import { defineParameter } from '#core/masterdata/contract/parameters/parameter-types.ts'

/** From which amount a journal by hand is an alert. */
export const manualJournalAmount = defineParameter({
  key: 'controls.manual-journal-amount',
  type: 'MONEY',
  initial: '100000000',
  minimum: '0',
  text: { vi: 'Cảnh báo bút toán điều chỉnh từ số tiền', en: 'Amount from which a manual journal raises an alert' },
})

/** For how many days such a journal stays among the alerts. */
export const manualJournalDays = defineParameter({
  key: 'controls.manual-journal-days',
  type: 'INTEGER',
  initial: '7',
  minimum: '1',
  maximum: '90',
  text: { vi: 'Số ngày cảnh báo về một bút toán điều chỉnh số tiền lớn', en: 'Days for which a large manual journal stays among the alerts' },
})

/** How old a journal may be that no seal covers. */
export const unsealedMinutes = defineParameter({
  key: 'controls.unsealed-minutes',
  type: 'INTEGER',
  initial: '60',
  minimum: '10',
  maximum: '1440',
  text: { vi: 'Cảnh báo bút toán chưa niêm phong sau số phút', en: 'Minutes after which a journal that is not sealed raises an alert' },
})

/** The parameters that this module reads; the composition root brings them into the database. */
export const ledgerParameters = [manualJournalAmount, manualJournalDays, unsealedMinutes] as const
