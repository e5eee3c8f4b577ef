import { expect, it } from 'vitest'
import { ApiError } from '../../api/api-error.ts'
import { faultCode } from './fault-code.ts'

it('a fault is shown as a code that can be found again, never in a program’s words', () => {
  const traceId = '3f2a9c1b-0000-4000-8000-000000000000'
  expect(faultCode(new ApiError({ code: 'SYS-500', status: 500, message: 'lỗi', traceId }))).toBe('3F2A9C1B')
  const fault = new TypeError("Cannot read properties of undefined (reading 'amount')")
  expect(faultCode(fault)).toMatch(/^W[0-9A-F]{7,8}$/)
  expect(faultCode(fault)).toBe(faultCode(fault))
  expect(faultCode(new TypeError('x is not a function'))).not.toBe(faultCode(fault))
})
