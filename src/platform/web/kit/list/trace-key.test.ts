import { expect, test } from 'vitest'
import { codeAmong } from './trace-key.ts'

test.each(['QR261123000001', 'CT-01/2026', 'POS.0001 DH-2026-1'])('%s is a code to be traced', (code) => {
  expect(codeAmong(['23/11/2026 10:20', '1.000.000', 'Nguyễn Văn A', 'Quay 01', 'Ca 2 sang 3', code])).toBe(code)
})
