import { z } from 'zod'
import { AppError, type ErrorDefinition, errors, type FieldError, reportedFields } from './errors.ts'
import { fill, type Language, type Text } from './language.ts'

/**
 * Every validation text of the portal, by rule. A zod check names its rule as its message
 * (`{ error: 'phone' }`), and both sides turn the issue into words here.
 */
export const validationTexts = {
  required: { vi: 'Vui lòng nhập thông tin này', en: 'This field is required' },
  phone: { vi: 'Số điện thoại nhập sai định dạng', en: 'The phone number is not in the right format, such as 0912345678' },
  phoneLength: { vi: 'Số điện thoại tối đa 10 ký tự', en: 'The phone number must have exactly 10 characters' },
  accountNumber: {
    vi: 'Số tài khoản gồm 6 đến 19 chữ số hoặc chữ cái không dấu, ví dụ 0011740001234',
    en: 'An account number has 6 to 19 digits or unaccented letters, such as 0011740001234',
  },
  taxCode: {
    vi: 'Mã số thuế gồm 10 chữ số, 13 chữ số (chi nhánh) hoặc 12 chữ số (cá nhân, hộ kinh doanh); số này không đúng',
    en: 'A tax code has 10 digits, 13 (a branch) or 12 (a person or household business); this one is wrong',
  },
  numeric: { vi: 'Chỉ cho phép nhập ký tự số', en: 'Only digits are allowed' },
  areaCode: { vi: 'Mã gồm 2 chữ số (tỉnh), 3 chữ số (huyện) hoặc 5 chữ số (xã)', en: 'The code must have 2 digits (province), 3 (district) or 5 (commune)' },
  areaParentCode: { vi: 'Mã cấp trên gồm 2 hoặc 3 chữ số', en: 'The parent area code must have 2 or 3 digits' },
  nonNegative: { vi: 'Dữ liệu không hợp lệ', en: 'The value is not valid' },
  digits10: { vi: 'Nhập tối đa 10 ký tự', en: 'Enter at most 10 characters' },
  code: { vi: 'Chỉ cho phép nhập chữ không dấu, số, dấu _ và dấu -', en: 'Only unaccented letters, digits, _ and - are allowed' },
  codeDot: { vi: 'Chỉ cho phép nhập chữ không dấu, số, dấu _, dấu - và dấu .', en: 'Only unaccented letters, digits, _, - and . are allowed' },
  chartNumber: { vi: 'Số hiệu chỉ gồm chữ không dấu, số và dấu chấm', en: 'A number may contain only unaccented letters, digits and dots' },
  account: { vi: 'Tài khoản chỉ gồm chữ không dấu, số và các dấu _ - . @', en: 'An account may contain only unaccented letters, digits and _ - . @' },
  codeStrict: { vi: 'Chỉ cho phép nhập số, chữ không dấu và dấu _', en: 'Only digits, unaccented letters and _ are allowed' },
  email: { vi: 'Email không đúng định dạng', en: 'The email address is not in the right format' },
  password: {
    vi: 'Mật khẩu tối thiểu 8 ký tự, gồm chữ hoa, chữ thường, chữ số và ký tự đặc biệt',
    en: 'The password must have at least 8 characters, with an uppercase letter, a lowercase letter, a digit and a special character',
  },
  oldPasswordRequired: { vi: 'Mật khẩu cũ là bắt buộc', en: 'The old password is required' },
  newPasswordRequired: { vi: 'Mật khẩu mới là bắt buộc', en: 'The new password is required' },
  confirmPasswordRequired: { vi: 'Nhập lại mật khẩu mới là bắt buộc', en: 'Please confirm the new password' },
  passwordMismatch: { vi: 'Không khớp với mật khẩu mới', en: 'Does not match the new password' },
  accountRequired: { vi: 'Vui lòng nhập tài khoản', en: 'Please enter the account' },
  passwordRequired: { vi: 'Vui lòng nhập mật khẩu', en: 'Please enter the password' },
  otpRequired: { vi: 'Vui lòng nhập mã OTP', en: 'Please enter the OTP' },
  otp: { vi: 'Mã OTP gồm 6 chữ số', en: 'The OTP must have 6 digits' },
  mailCodeRequired: { vi: 'Vui lòng nhập mã xác nhận', en: 'Please enter the code' },
  mailCode: {
    vi: 'Mã xác nhận gồm 6 chữ số (hoặc 8 chữ số do quản trị viên cấp)',
    en: 'The code must have 6 digits (or 8 digits if issued by an administrator)',
  },
  applicationsRequired: { vi: 'Vui lòng chọn ít nhất một ứng dụng', en: 'Please select at least one application' },
  clientRequired: { vi: 'Vui lòng chọn ứng dụng', en: 'Please select an application' },
  importFile: { vi: 'Chỉ chấp nhận định dạng file .xlsx hoặc .xls', en: 'Only .xlsx or .xls files are accepted' },
  imageType: { vi: 'Chỉ chấp nhận ảnh JPEG hoặc PNG', en: 'You can only upload JPG file!' },
  imageSize: { vi: 'Ảnh phải nhỏ hơn 2MB', en: 'Image must smaller than 2MB!' },
  money: { vi: 'Số tiền không hợp lệ', en: 'The amount is not valid' },
  moneyWhole: { vi: 'Số tiền phải là số nguyên đồng', en: 'The amount must be in whole đồng' },
  checkDigit: { vi: 'Chữ số kiểm tra của mã không đúng', en: 'The check digit of the code is wrong' },
  moneyPositive: { vi: 'Số tiền phải lớn hơn 0', en: 'The amount must be greater than 0' },
  moneyFromZero: { vi: 'Số tiền không được âm', en: 'The amount must not be negative' },
  moneyMost: { vi: 'Số tiền tối đa là {maximum} đồng', en: 'The amount must be at most {maximum} VND' },
  date: { vi: 'Ngày không hợp lệ', en: 'The date is not valid' },
  month: { vi: 'Nhập tháng theo dạng MM/YYYY, ví dụ 10/2026', en: 'Enter the month as MM/YYYY, such as 10/2026' },
  datePast: { vi: 'Không được chọn ngày trong quá khứ', en: 'Dates in the past cannot be selected' },
  dateOrder: { vi: 'Từ ngày phải trước hoặc bằng đến ngày', en: 'The start date must not be after the end date' },
  amountOrder: { vi: 'Số tiền từ không được lớn hơn số tiền đến', en: 'The minimum amount must not be greater than the maximum' },
  dateSpan: { vi: 'Khoảng thời gian tối đa {maximum} ngày', en: 'The period can be at most {maximum} {maximum|day|days}' },
  timestamp: { vi: 'Thời điểm không hợp lệ', en: 'The time is not valid' },
  path: {
    vi: 'Đường dẫn bắt đầu bằng / và chỉ gồm chữ không dấu, số và các dấu / _ - .',
    en: 'A path must begin with / and may contain only unaccented letters, digits and / _ - .',
  },
  noSpaces: { vi: 'Không được nhập khoảng trắng', en: 'Spaces are not allowed' },
  id: { vi: 'Mã định danh không hợp lệ', en: 'The identifier is not valid' },
  pageSize: { vi: 'Số dòng mỗi trang chỉ có thể là 15, 50 hoặc 100', en: 'Rows per page must be 15, 50 or 100' },
  unknownField: { vi: 'Trường không được phép: {keys}', en: 'This field is not allowed: {keys}' },
  type: { vi: 'Sai kiểu dữ liệu (cần {expected})', en: 'Wrong data type ({expected} expected)' },
  choice: { vi: 'Giá trị không nằm trong danh mục cho phép', en: 'The value is not in the list of allowed values' },
  tooShort: { vi: 'Nhập tối thiểu {minimum} ký tự', en: 'Enter at least {minimum} {minimum|character|characters}' },
  tooLong: { vi: 'Nhập tối đa {maximum} ký tự', en: 'Enter at most {maximum} {maximum|character|characters}' },
  tooSmall: { vi: 'Giá trị tối thiểu là {minimum}', en: 'The minimum value is {minimum}' },
  tooBig: { vi: 'Giá trị tối đa là {maximum}', en: 'The maximum value is {maximum}' },
  tooManyDecimals: { vi: 'Nhập tối đa {maximum} chữ số thập phân', en: 'Enter at most {maximum} decimal {maximum|place|places}' },
  tooFew: { vi: 'Cần ít nhất {minimum} dòng', en: 'At least {minimum} {minimum|row is|rows are} required' },
  tooManyRows: { vi: 'Tối đa {maximum} dòng', en: 'At most {maximum} {maximum|row is|rows are} allowed' },
  invisible: {
    vi: 'Có ký tự điều khiển hoặc ký tự ẩn (thường do sao chép từ nơi khác). Vui lòng xoá và gõ lại',
    en: 'This contains a control or invisible character, often copied from elsewhere. Clear the field and type it again',
  },
  repeated: { vi: 'Mỗi giá trị chỉ được chọn một lần', en: 'Each value can be selected only once' },
  duplicate: { vi: 'Giá trị đã tồn tại', en: 'This value already exists' },
  invalid: { vi: 'Dữ liệu không hợp lệ', en: 'The value is not valid' },
} satisfies Record<string, Text>

export type ValidationRule = keyof typeof validationTexts

/** The words of a rule in one language. */
export function ruleText(rule: ValidationRule, language: Language, params: Record<string, string | number> = {}): string {
  return fill(validationTexts[rule][language], params, language)
}

type Issue = z.core.$ZodIssue

/** Issues by which zod says that a value is of no use at all; on a field that is absent they mean "required". */
const SHAPE_ISSUES: readonly (string | undefined)[] = ['invalid_type', 'invalid_value', 'invalid_union']

/** True for a raw issue of a field that was left out, whatever its schema is. */
function isMissing(issue: z.core.$ZodRawIssue): boolean {
  return issue.input === undefined && SHAPE_ISSUES.includes(issue.code)
}

/**
 * The `error` of a schema or check that names its rule: the rule, or 'required' where the field is absent.
 * For schemas whose own error also answers for a missing value (unions, formats); a check may give the name as it is.
 */
export function ruleError(rule: ValidationRule): (issue: z.core.$ZodRawIssue) => ValidationRule {
  return (issue) => (isMissing(issue) ? 'required' : rule)
}

// Finished issues no longer hold the input, and an absent enum or union looks like a wrong one: the rule is named while zod still knows.
z.config({ customError: (issue) => (isMissing(issue) ? ('required' satisfies ValidationRule) : undefined) })

/** Errors that schemas name beside the rules, by code. */
const named = new Map<string, ErrorDefinition>()

/** Lets a schema name an error of the catalogue (without places in its texts) as the message of an issue: the answer gets its code. */
export function nameError(definition: ErrorDefinition): string {
  named.set(definition.code, definition)
  return definition.code
}

/** Names of zod's types as a person calls them. */
const typeNames: Record<string, Text> = {
  string: { vi: 'chuỗi ký tự', en: 'text' },
  number: { vi: 'số', en: 'a number' },
  int: { vi: 'số nguyên', en: 'a whole number' },
  boolean: { vi: 'đúng hoặc sai', en: 'true or false' },
  array: { vi: 'danh sách', en: 'a list' },
  object: { vi: 'đối tượng', en: 'an object' },
  record: { vi: 'đối tượng', en: 'an object' },
}

function isRule(name: string): name is ValidationRule {
  return Object.hasOwn(validationTexts, name)
}

function ruleOf(issue: Issue, language: Language): { rule: ValidationRule; params: Record<string, string | number> } {
  if (isRule(issue.message)) return { rule: issue.message, params: issue.code === 'custom' ? (issue.params ?? {}) : {} }
  switch (issue.code) {
    case 'invalid_type':
      return { rule: 'type', params: { expected: typeNames[issue.expected]?.[language] ?? issue.expected } }
    case 'unrecognized_keys':
      return { rule: 'unknownField', params: {} }
    case 'invalid_value':
      return { rule: 'choice', params: {} }
    case 'invalid_union':
      return { rule: issue.discriminator === undefined ? 'invalid' : 'choice', params: {} }
    case 'too_small': {
      const minimum = Number(issue.minimum)
      if (issue.origin === 'string') return minimum === 1 ? { rule: 'required', params: {} } : { rule: 'tooShort', params: { minimum } }
      return { rule: issue.origin === 'array' ? 'tooFew' : 'tooSmall', params: { minimum } }
    }
    case 'too_big': {
      const maximum = Number(issue.maximum)
      if (issue.origin === 'string') return { rule: 'tooLong', params: { maximum } }
      return { rule: issue.origin === 'array' ? 'tooManyRows' : 'tooBig', params: { maximum } }
    }
    default:
      return { rule: 'invalid', params: {} }
  }
}

/** Characters of an unknown field's name in the sentence about it. */
const SHOWN_KEY = 100

/**
 * Turns zod's issues into the envelope's `errors`, in the caller's language: one a field, so many as are reported at most.
 * `field` is the dotted path; an unknown field is named by it.
 */
export function fieldErrors(error: z.core.$ZodError, language: Language): FieldError[] {
  return reportedFields(eachError(error, language))
}

/** One after the other, as they are asked for: of a million unknown fields twenty are put into words. */
function* eachError(error: z.core.$ZodError, language: Language): Generator<FieldError> {
  for (const issue of error.issues) {
    const own = named.get(issue.message)
    if (own) {
      yield { field: issue.path.join('.'), code: own.code, message: own[language] }
      continue
    }
    const { rule, params } = ruleOf(issue, language)
    const path = issue.path.map(String)
    if (issue.code !== 'unrecognized_keys') yield { field: path.join('.'), code: rule, message: ruleText(rule, language, params) }
    else
      for (const key of issue.keys) yield { field: [...path, key].join('.'), code: rule, message: ruleText(rule, language, { keys: key.slice(0, SHOWN_KEY) }) }
  }
}

/** What a schema refuses, as it is thrown: VAL-001 with the fields, or the error that the schema names. */
export function refusedBySchema(error: z.core.$ZodError, language: Language): AppError {
  const own = error.issues.flatMap(({ message }) => named.get(message) ?? [])[0]
  return new AppError(own ?? errors.validation, {}, { fields: fieldErrors(error, language) })
}
