import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fold, inSentence, matchesText } from './text.ts'

describe('folding', () => {
  it.each([
    ['Đặng Thị Ánh', 'dang thi anh'],
    ['NGUYỄN VĂN ƯỚC', 'nguyen van uoc'],
    ['Đắk Lắk', 'dak lak'],
    ['Thừa Thiên Huế', 'thua thien hue'],
    ['ỳ ý ỷ ỹ ỵ ơ ờ ớ ở ỡ ợ ă ằ ắ ẳ ẵ ặ', 'y y y y y o o o o o o a a a a a a'],
    ['QR-0001', 'qr-0001'],
    ['', ''],
  ])('%s → %s', (text, folded) => {
    expect(fold(text)).toBe(folded)
  })

  it('does not care how the diacritics are encoded', () => {
    const text = 'Bưu điện Đồng Tháp'
    expect(fold(text.normalize('NFD'))).toBe(fold(text.normalize('NFC')))
  })

  it('changes nothing the second time, and case never matters', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'aáàảãạăắằẳẵặâấầẩẫậbcdđeéèẻẽẹêếềểễệghiíìỉĩịoóòỏõọôốồổỗộơớờởỡợuúùủũụưứừửữựyýỳỷỹỵ 0-_'.split('')) }),
        (text) => {
          expect(fold(fold(text))).toBe(fold(text))
          expect(fold(text.toUpperCase())).toBe(fold(text))
          expect(fold(text)).toMatch(/^[a-z0-9 _-]*$/)
          expect(fold(text.normalize('NFC'))).toHaveLength(text.normalize('NFC').length)
        },
      ),
    )
  })
})

describe('searching', () => {
  it('finds every word, in any order, without diacritics', () => {
    expect(matchesText('Cửa hàng Hoa Sen Đà Nẵng', 'da nang hoa')).toBe(true)
    expect(matchesText('Cửa hàng Hoa Sen Đà Nẵng', 'ĐÀ  NẴNG ')).toBe(true)
    expect(matchesText('Cửa hàng Hoa Sen', 'hoa mai')).toBe(false)
    expect(matchesText('anything', '   ')).toBe(true)
  })
})

it.each([
  ['Mã chính sách', 'vi', 'mã chính sách'],
  ['Mã mới (để trống: bản kế tiếp)', 'vi', 'mã mới'],
  ['OTP', 'vi', 'OTP'],
  ['Đơn vị', 'vi', 'đơn vị'],
  ['Policy code', 'en', 'Policy code'],
] as const)('%s stands in a sentence of %s as %s', (label, language, inside) => {
  expect(inSentence(label, language)).toBe(inside)
})
