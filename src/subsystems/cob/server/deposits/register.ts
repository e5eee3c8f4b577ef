import type { PaymentDesk } from '#core/payments/server/public.ts'
import type { Registrar } from '#platform/server/module.ts'
import { useSurplus } from '../../contract/deposits.ts'
import { DEPOSIT_CODE, registerDepositCodes } from './deposit-codes.ts'
import { registerDepositDetail } from './detail.ts'
import { HAND_IN, registerHandIns } from './hand-ins.ts'
import { registerDepositLists } from './lists.ts'
import { registerSlips, SLIP } from './slips.ts'
import { applySurplus, DEPOSIT } from './surplus.ts'
import { codDeposits } from './transactions.ts'

/** Deposits of COD money: transactions, hand-ins at offices, slips of banks. */
export function registerDeposits(on: Registrar, payments: PaymentDesk): void {
  codDeposits.register(on)
  registerDepositDetail(on)
  registerDepositLists(on)
  registerHandIns(on, payments)
  registerDepositCodes(on)
  registerSlips(on, payments)
  on.command(useSurplus, applySurplus)
}

export const depositEvents = { 'cob.depositCodePrinted': { vi: 'In, tải mã QR nộp tiền COD', en: 'Printed or downloaded a COD deposit code' } } as const

export const depositSubjects = {
  [DEPOSIT_CODE]: {
    vi: 'Mã QR nộp tiền COD',
    en: 'COD deposit code',
    entity: 'cob.deposits.depositCode',
    fields: { printed: { vi: 'Đã in, tải', en: 'Printed as' } },
  },
  [HAND_IN]: { vi: 'Nộp tiền COD tại bưu cục', en: 'COD hand-in', entity: 'cob.deposits.handIn' },
  [DEPOSIT]: { vi: 'Tiền nộp thừa COD', en: 'COD surplus', entity: 'cob.deposits.transaction' },
  [SLIP]: { vi: 'Phiếu nộp tiền vào TKTT', en: 'Settlement account slip', entity: 'cob.deposits.slip' },
} as const
