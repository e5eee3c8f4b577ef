import { z } from 'zod'
import { plainText } from '#core/payments/contract/line-fields.ts'
import { defineErrors, error } from '#kernel/errors.ts'
import { CodeWithDot, enumOf } from '#kernel/primitives.ts'
import { ruleError } from '#kernel/validation-texts.ts'

/** What a counter refuses, of any service that takes cash in or pays it out. */
export const counterErrors = defineErrors({
  notCounter: error('CSH-600', 422, { vi: 'Dịch vụ này chỉ giao dịch tại quầy (COUNTER)', en: 'This service is offered at counters only (COUNTER)' }),
  notOwnChannel: error('CSH-601', 403, {
    vi: 'Chỉ kênh của đơn vị bưu chính được báo giao dịch tại quầy, ngân hàng thì không',
    en: 'Only channels of the operator may report counter transactions, banks may not',
  }),
  tillUnknown: error('CSH-602', 422, { vi: 'Không có quầy {till}', en: 'There is no till {till}' }),
  tellerUnknown: error('CSH-603', 422, { vi: 'Không có giao dịch viên {teller}', en: 'There is no teller {teller}' }),
  tellerElsewhere: error('CSH-604', 422, {
    vi: 'Giao dịch viên {teller} không làm việc ở đơn vị của quầy {till}',
    en: 'Teller {teller} does not work at the unit of till {till}',
  }),
  tellerInactive: error('CSH-609', 422, { vi: 'Giao dịch viên {teller} không còn làm việc', en: 'Teller {teller} is no longer active' }),
  tillShort: error('CSH-605', 409, { vi: 'Quầy {till} chỉ còn {left} đồng', en: 'Till {till} holds only VND {left}' }),
  oldPaper: error('CSH-606', 422, {
    vi: 'Chứng minh nhân dân đã hết giá trị sử dụng; cần căn cước công dân, căn cước, căn cước điện tử hoặc hộ chiếu',
    en: 'The old identity card (CMND) is no longer valid; take a citizen identity card, its electronic form or a passport',
  }),
  noSlip: error('CSH-608', 409, {
    vi: 'Giao dịch chưa thu, chi tiền nên chưa có phiếu để in',
    en: 'No cash has changed hands yet, so there is no slip to print',
  }),
  guaranteeShort: error('CSH-607', 409, {
    vi: 'Tiền gửi và tiền mặt không đủ bảo đảm số tiền phải trả khách hàng; chưa thể chi',
    en: 'Bank balances and cash do not cover what is owed to customers; nothing can be paid out now',
  }),
  alikeUnderWay: error('CSH-610', 409, {
    vi: 'Người thụ hưởng này đang được chi lượt {payment} cùng loại, cùng {amount} đồng tại {office} từ {at}: lượt đó phải được xác nhận hoặc thôi chi trước',
    en: 'Payment {payment} of the same kind and of VND {amount} to this beneficiary is under way at {office} since {at}: it has to be confirmed or given up first',
  }),
  alikeOwn: error('CSH-612', 409, {
    vi: 'Lượt chi {payment} cùng loại, cùng {amount} đồng cho người thụ hưởng này tại {office} lúc {at} do bạn thực hiện và chưa rõ kết quả, nên giao dịch viên khác phải chi khoản này',
    en: 'You made payment {payment} of the same kind and of VND {amount} to this beneficiary at {office}, {at}, and its result is not known: another teller has to pay this one',
  }),
})

/** Papers that people show: chip card, card of the identity law of 2023, its electronic form, passport. No CMND: it is no longer valid. */
export const IdentityType = enumOf('cash.counter.identityType', ['CCCD', 'CAN_CUOC', 'ELECTRONIC', 'PASSPORT'])

const NUMBER = /^[0-9A-Z]{5,20}$/
/** Of the citizen's cards twelve digits, of a passport a letter and seven. */
const SHAPES: Readonly<Record<string, RegExp>> = { PASSPORT: /^[A-Z][0-9]{7,8}$/ }
const CARD = /^\d{12}$/

/** Who stands at the counter, with the paper shown. */
export const CounterPerson = z
  .strictObject({
    name: plainText(140),
    identityType: IdentityType,
    identityNumber: z.string().regex(NUMBER, { error: ruleError('invalid') }),
    phone: z
      .string()
      .regex(/^\+?\d{9,14}$/, { error: ruleError('invalid') })
      .optional(),
  })
  .refine(({ identityType, identityNumber }) => /^\d{9}$/.test(identityNumber) || (SHAPES[identityType] ?? CARD).test(identityNumber), {
    path: ['identityNumber'],
    error: ruleError('invalid'),
  })
export type CounterPerson = z.output<typeof CounterPerson>

/** Nine digits are the number of a CMND: refused with words of its own. */
export const isOldPaper = ({ identityNumber }: Pick<CounterPerson, 'identityNumber'>): boolean => /^\d{9}$/.test(identityNumber)

/** What each report from a counter carries: the teller by staff code, the till by holding code. */
export const counterFields = { teller: CodeWithDot, till: CodeWithDot }
