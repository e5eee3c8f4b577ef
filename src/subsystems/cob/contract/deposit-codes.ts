import { z } from 'zod'
import { PictureFormat } from '#core/vietqr/contract/prints.ts'
import { defineCommand, defineDownload } from '#kernel/contract.ts'
import { CodeText, DateOnly, Id, Money, NameText, Text, Timestamp } from '#kernel/primitives.ts'
import { declareHandIn } from './deposits.ts'

const API = '/cob-admin/couriers/v1/deposit-code'

/** The QR code of a postman and a day, as it is shown. */
export const DepositCode = z.object({
  id: Id,
  courierCode: CodeText,
  courierName: NameText,
  /** The same the whole day, whatever becomes of the amount. */
  accountNumber: CodeText,
  bankName: Text,
  /** What the postman owes now and no other deposit is for. */
  amount: Money,
  memo: Text,
  businessDate: DateOnly,
  /** It may be paid by until then; what comes later is taken in all the same. */
  validUntil: Timestamp,
  payload: z.string(),
})

/** Makes the code of today, or brings its amount up to what is owed now. */
export const makeDepositCode = defineCommand({
  path: `${API}/make`,
  permission: declareHandIn.permission,
  summary: { vi: 'Mã QR nộp tiền trong ngày của bưu tá', en: 'QR code by which a postman hands in today' },
  input: { courierId: Id },
  output: DepositCode,
})

/** As it was last made. */
export const depositCodePicture = defineDownload({
  path: `${API}/picture`,
  permission: declareHandIn.permission,
  summary: { vi: 'Tải hình mã QR nộp tiền', en: 'Download the picture of a deposit code' },
  input: { id: Id, format: PictureFormat },
})

export const printDepositCode = defineDownload({
  path: `${API}/print`,
  permission: declareHandIn.permission,
  summary: { vi: 'In mã QR nộp tiền (PDF)', en: 'Print a deposit code (PDF)' },
  input: { id: Id },
})
