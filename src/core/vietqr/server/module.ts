import { defineModule, defineTask } from '#platform/server/module.ts'
import { accountOrders, closeAccount, createAccount, findAccount, listAccounts } from '../contract/accounts.ts'
import {
  activateCode,
  activateCodes,
  createCode,
  findCode,
  listCodes,
  lockCode,
  lockCodes,
  replaceCode,
  revokeCode,
  revokeCodes,
  unlockCode,
  unlockCodes,
  updateCode,
} from '../contract/codes.ts'
import { vietqrErrors } from '../contract/errors.ts'
import { codePicture, printableCodes, printCodes } from '../contract/prints.ts'
import { verifyCode } from '../contract/verify.ts'
import { en } from '../labels/en.ts'
import { en as studioEn } from '../labels/studio/en.ts'
import { vi as studioVi } from '../labels/studio/vi.ts'
import { vi } from '../labels/vi.ts'
import { accountDetail, accountList, close, open, ordersOf } from './accounts.ts'
import { activate, create, lock, replace, revoke, unlock, update } from './commands.ts'
import { expiryJobs, expirySchedules } from './expiry.ts'
import { codeImport } from './import.ts'
import { codeDetail, codeList } from './list.ts'
import { picture, print, printableOf } from './prints.ts'
import { ACCOUNT, CODE } from './records.ts'
import { verify } from './verify.ts'

/** Codes that are paid by, and the virtual accounts behind them. */
export const vietqrModule = defineModule({
  name: 'vietqr',
  labels: { vi, en },
  labelParts: { studio: { vi: studioVi, en: studioEn } },
  errors: vietqrErrors,
  audit: {
    events: {
      'vietqr.used': { vi: 'Mã QR động đã được thanh toán', en: 'A dynamic QR code was paid' },
      'vietqr.expired': { vi: 'Mã QR hết hạn', en: 'A QR code has expired' },
      'vietqr.merchantClosed': { vi: 'Thu hồi mã QR vì điểm bán đã đóng', en: 'A QR code was revoked with its merchant' },
      'vietqr.printed': { vi: 'In hoặc tải mã QR', en: 'Print or download a QR code' },
      'vietqr.replaced': { vi: 'Thu hồi mã QR vì thay bằng mã mới', en: 'Revoke a QR code that was replaced' },
    },
    subjects: {
      [CODE]: { vi: 'Mã QR', en: 'QR code', entity: 'vietqr.code' },
      'vietqr.codeImport': { vi: 'Nhập mã QR từ file', en: 'Import of QR codes', entity: 'vietqr.codeImport' },
      [ACCOUNT]: { vi: 'Tài khoản định danh', en: 'Virtual account', entity: 'vietqr.account' },
    },
  },
  tasks: [defineTask('vietqr.drafts', { vi: 'Mã QR chưa đưa vào dùng', en: 'Draft QR codes' }, listCodes, { status: ['DRAFT'] })],
  imports: [codeImport],
  register(on) {
    on.list(listCodes, codeList)
    on.query(findCode, codeDetail)
    on.command(createCode, create)
    on.command(updateCode, update)
    on.command(activateCode, activate)
    on.command(lockCode, lock)
    on.command(unlockCode, unlock)
    on.command(revokeCode, revoke)
    on.command(replaceCode, replace)
    on.bulk(activateCodes, async (row, _input, ctx) => void (await activate(row, ctx)))
    on.bulk(lockCodes, async (row, { reason }, ctx) => void (await lock({ ...row, reason }, ctx)))
    on.bulk(unlockCodes, async (row, _input, ctx) => void (await unlock(row, ctx)))
    on.bulk(revokeCodes, async (row, { reason }, ctx) => void (await revoke({ ...row, reason }, ctx)))
    on.download(codePicture, picture)
    on.download(printCodes, print)
    on.query(printableCodes, printableOf)
    on.query(verifyCode, verify)
    on.list(listAccounts, accountList)
    on.query(findAccount, accountDetail)
    on.query(accountOrders, ordersOf)
    on.command(createAccount, open)
    on.command(closeAccount, close)
  },
  jobs: () => expiryJobs,
  schedules: expirySchedules,
})
