import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { LANGUAGES } from './language.ts'
import * as p from './primitives.ts'
import { fieldErrors, type ValidationRule, validationTexts } from './validation-texts.ts'

/** The rule that refuses a value, with the texts a person reads in both languages; undefined when it is accepted. */
function refusal(schema: z.ZodType, value: unknown) {
  const result = z.strictObject({ field: schema }).safeParse({ field: value })
  if (result.success) return undefined
  const [vi] = fieldErrors(result.error, 'vi')
  const [en] = fieldErrors(result.error, 'en')
  expect(vi?.field).toBe('field')
  expect(en?.code).toBe(vi?.code)
  return { rule: vi?.code, vi: vi?.message, en: en?.message }
}

function accepts(schema: z.ZodType, values: unknown[]) {
  for (const value of values) expect(refusal(schema, value), JSON.stringify(value)).toBeUndefined()
}

function refuses(schema: z.ZodType, values: unknown[], rule: ValidationRule) {
  for (const value of values) expect(refusal(schema, value)?.rule, JSON.stringify(value)).toBe(rule)
}

describe('the rules of the specification, with their texts', () => {
  it('phone: starts with 0 or +, digits only', () => {
    accepts(p.Phone, ['0912345678', '+84912345678', ' 0912345678 '])
    for (const written of ['0912 345 678', '0912.345.678', '0912-345-678', '(091) 2345678', '0912\u00a0345\t678'])
      expect(p.Phone.parse(written)).toBe('0912345678')
    refuses(p.Phone, ['912345678', '09a2345678', '++849', '0', '+', ''], 'phone')
    expect(refusal(p.Phone, 'abc')).toEqual({
      rule: 'phone',
      vi: 'Số điện thoại nhập sai định dạng',
      en: 'The phone number is not in the right format, such as 0912345678',
    })
  })

  it('strict phone: exactly ten characters', () => {
    accepts(p.PhoneStrict, ['0912345678', ' 0912345678 '])
    refuses(p.PhoneStrict, ['091234567', '09123456789', '+84912345678'], 'phoneLength')
    refuses(p.PhoneStrict, ['x912345678'], 'phone')
    expect(refusal(p.PhoneStrict, '09123456789')).toEqual({
      rule: 'phoneLength',
      vi: 'Số điện thoại tối đa 10 ký tự',
      en: 'The phone number must have exactly 10 characters',
    })
  })

  it('account of a bank: letters and digits, without what groups them', () => {
    expect(p.BankAccountNumber.parse(' 00 1174-0001.23 ')).toBe('001174000123')
    refuses(p.BankAccountNumber, ['12345', '1'.repeat(20), '00117/4000', 'số 12345', ''], 'accountNumber')
  })

  it('numeric text: digits, comma, dot, optional minus', () => {
    accepts(p.NumericText, ['0', '-1', '1.234,5', '-1,234.5'])
    refuses(p.NumericText, ['', '-', '1-', '--1', '1 2', '12a', '1e3', '٣'], 'numeric')
    expect(refusal(p.NumericText, 'a')).toEqual({ rule: 'numeric', vi: 'Chỉ cho phép nhập ký tự số', en: 'Only digits are allowed' })
  })

  it('non-negative numeric text', () => {
    accepts(p.NumericTextNonNegative, ['0', '1.234'])
    expect(refusal(p.NumericTextNonNegative, '-1')).toEqual({ rule: 'nonNegative', vi: 'Dữ liệu không hợp lệ', en: 'The value is not valid' })
    refuses(p.NumericTextNonNegative, ['a'], 'numeric')
  })

  it('at most ten digits', () => {
    accepts(p.Digits10, ['1', '0123456789'])
    refuses(p.Digits10, ['1.0', '-1', ''], 'numeric')
    expect(refusal(p.Digits10, '01234567890')).toEqual({ rule: 'digits10', vi: 'Nhập tối đa 10 ký tự', en: 'Enter at most 10 characters' })
  })

  it('codes: letters, digits, underscore, hyphen; one variant a dot too, one without the hyphen', () => {
    accepts(p.Code, ['A', 'a_b-C9'])
    refuses(p.Code, ['a b', 'a.b', 'é', 'đ', 'a/b'], 'code')
    accepts(p.CodeWithDot, ['a.b_c-1'])
    refuses(p.CodeWithDot, ['a b', 'ă'], 'codeDot')
    accepts(p.CodeStrict, ['a_1'])
    refuses(p.CodeStrict, ['a-1', 'a.1', 'ê'], 'codeStrict')
    expect(refusal(p.CodeStrict, 'a-1')).toEqual({
      rule: 'codeStrict',
      vi: 'Chỉ cho phép nhập số, chữ không dấu và dấu _',
      en: 'Only digits, unaccented letters and _ are allowed',
    })
    for (const code of [p.Code, p.CodeWithDot, p.CodeStrict]) {
      refuses(code, ['', '  ', undefined], 'required')
      refuses(code, ['a'.repeat(65)], 'tooLong')
    }
  })

  it('e-mail', () => {
    accepts(p.Email, ['a@b.vn', 'nguyen.van+an@buu-tram.com.vn'])
    refuses(p.Email, ['a', 'a@b', 'a b@c.vn', '@b.vn', 'a@b..vn', 'a@b.vn;c@d.vn', 'a@b.vn\n<x>@y.z'], 'email')
    expect(refusal(p.Email, 'x')).toEqual({ rule: 'email', vi: 'Email không đúng định dạng', en: 'The email address is not in the right format' })
  })

  it('password: eight with upper, lower, digit and special; never trimmed; up to 200', () => {
    accepts(p.NewPassword, ['BuuTram@2026', 'Mật khẩu1A', `Aa1@${'x'.repeat(196)}`])
    refuses(p.NewPassword, ['Aa1@567', 'aaaaaa1@', 'AAAAAA1@', 'Aaaaaaa@', 'Aaaaaaa1'], 'password')
    refuses(p.NewPassword, [`Aa1@${'x'.repeat(197)}`], 'tooLong')
    expect(refusal(p.NewPassword, '')).toEqual({ rule: 'newPasswordRequired', vi: 'Mật khẩu mới là bắt buộc', en: 'The new password is required' })
    expect(p.NewPassword.parse(' Aa1@5678 ')).toBe(' Aa1@5678 ')
  })

  it('OTP: six digits', () => {
    accepts(p.Otp, ['000000', ' 123456 '])
    refuses(p.Otp, ['12345', '1234567', '12345a', '１２３４５６'], 'otp')
    expect(refusal(p.Otp, '')).toEqual({ rule: 'otpRequired', vi: 'Vui lòng nhập mã OTP', en: 'Please enter the OTP' })
  })

  it('key filters block spaces or non-digits, and empty means no filter', () => {
    accepts(p.KeyFilter, ['', undefined, 'QR-1', ' QR-1 '])
    refuses(p.KeyFilter, ['a b'], 'noSpaces')
    accepts(p.DigitsFilter, ['', '0123', undefined])
    refuses(p.DigitsFilter, ['12a', '1.2'], 'numeric')
  })

  it('strings are trimmed', () => {
    for (const schema of [p.RequiredText(), p.OptionalText(), p.SearchText, p.KeyFilter]) expect(schema.parse('  x  ')).toBe('x')
    refuses(p.RequiredText(), ['', '   '], 'required')
    refuses(p.RequiredText(3), ['abcd'], 'tooLong')
    expect(refusal(p.RequiredText(3), 'abcd')).toEqual({ rule: 'tooLong', vi: 'Nhập tối đa 3 ký tự', en: 'Enter at most 3 characters' })
  })

  it('words stand on one line with one space between them, sentences as they were written', () => {
    for (const schema of [p.RequiredText(), p.OptionalText(), p.SearchText]) expect(schema.parse(' Quán\tThử \r\n\u00a0 Nghiệm ')).toBe('Quán Thử Nghiệm')
    for (const schema of [p.RequiredNote(), p.OptionalNote()]) expect(schema.parse(' dòng 1\n  dòng 2 ')).toBe('dòng 1\n  dòng 2')
    accepts(p.RequiredText(5), ['a    b  c'])
  })

  it('dates are YYYY-MM-DD and exist, timestamps carry an offset', () => {
    accepts(p.DateOnly, ['2026-11-21'])
    refuses(p.DateOnly, ['2026-02-30', '21/11/2026', '', '0000-01-01'], 'date')
    accepts(p.Timestamp, ['2026-11-21T08:00:00Z', '2026-11-21T08:00:00.123+07:00'])
    refuses(p.Timestamp, ['2026-11-21T08:00:00', '2026-11-21', 'x', 5, '0000-01-01T00:00:00Z', '2026-11-21T08:00:00+23:00'], 'timestamp')
    expect(refusal(p.DateOnly, 'x')).toMatchObject({ vi: 'Ngày không hợp lệ' })
  })
})

describe('what the database could not hold is refused before it', () => {
  it('identities are positive 64-bit integers', () => {
    accepts(p.Id, ['1', '9223372036854775807'])
    refuses(p.Id, ['0', '-1', '01', '', 'x', '1.0', '9223372036854775808', '9999999999999999999', '1'.repeat(40)], 'id')
  })

  it('versions are 32-bit', () => {
    accepts(p.Version, [0, 2147483647])
    refuses(p.Version, [-1], 'tooSmall')
    refuses(p.Version, [2147483648], 'tooBig')
    refuses(p.Version, ['1', 1.5, null], 'type')
  })

  it('texts hold nothing that is not seen: controls, marks of direction, joiners, tags', () => {
    const hidden = [
      '\0',
      '\u001b',
      '\u007f',
      '\u0085',
      '\u061c',
      '\u200b',
      '\u200e',
      '\u200f',
      '\u202a',
      '\u202e',
      '\u2066',
      '\u2069',
      '\ufeff',
      '\u{e0041}',
      '\ud800',
    ]
    for (const schema of [p.RequiredText(), p.OptionalText(), p.SearchText, p.KeyFilter, p.RequiredNote()])
      for (const letter of hidden) expect(refusal(schema, `a${letter}b`)?.rule, letter.codePointAt(0)?.toString(16)).toBe('invisible')
    accepts(p.RequiredText(), ['Đặng Thị Ánh', 'dòng 1\ndòng 2\tcột', '1.000 ₫ – “ngoặc”', '👨‍👩‍👧 cả nhà'])
  })

  it('money has at most two decimals and eighteen digits before them', () => {
    accepts(p.Money, ['0', '-12.50', '999999999999999999.99'])
    refuses(p.Money, ['1.234', '1,5', '', '1000000000000000000'], 'money')
    refuses(p.Money, [12], 'type')
    accepts(p.PositiveMoney, ['0.01'])
    refuses(p.PositiveMoney, ['0', '0.00', '-1'], 'moneyPositive')
    refuses(p.PositiveMoney, ['abc'], 'money')
    accepts(p.MoneyFromZero, ['0', '0.01'])
    refuses(p.MoneyFromZero, ['-0.01'], 'moneyFromZero')
  })
})

describe('every rule', () => {
  it('has a text in both languages, with the same places to fill', () => {
    for (const [rule, text] of Object.entries(validationTexts)) {
      for (const language of LANGUAGES) expect(text[language].trim(), `${rule} ${language}`).not.toBe('')
      expect(text.vi.match(/\{\w+\}/g) ?? [], rule).toEqual(text.en.match(/\{\w+\}/g) ?? [])
    }
  })
})

describe('the meta of a field', () => {
  it('is found through optional, nullable and default', () => {
    expect(p.fieldMeta(p.Money)).toEqual({ kind: 'money' })
    expect(p.fieldMeta(p.Money.nullable().optional())).toEqual({ kind: 'money' })
    expect(p.fieldMeta(p.Flag.default(true))).toEqual({ kind: 'flag' })
    expect(p.fieldMeta(p.enumOf('payments.channel', ['QR', 'APP']).optional())).toEqual({ kind: 'enum', labels: 'payments.channel' })
    expect(p.fieldMeta(z.string())).toEqual({ kind: 'text' })
  })
})
