import { describe, expect, it } from 'vitest'
import { defineParameter, PARAMETER_TYPES, type ParameterType, readValue, valueProblem } from './parameter-types.ts'

const accepted: Record<ParameterType, string[]> = {
  STRING: ['', 'Bưu điện', 'x'.repeat(2000)],
  INTEGER: ['0', '-5', '999999999999999'],
  DECIMAL: ['0', '-0.5', '1.123456', '999999999999999999'],
  BOOLEAN: ['true', 'false'],
  MONEY: ['0', '500000000.00', '-1.5'],
  DATE: ['2026-12-31', '2024-02-29'],
}
const refused: Record<ParameterType, string[]> = {
  STRING: ['x'.repeat(2001), 'a\0b'],
  INTEGER: ['', '1.0', '01', '1e3', '1000000000000000', ' 1', '１'],
  DECIMAL: ['', '.5', '1.', '1.1234567', '1,5', 'NaN'],
  BOOLEAN: ['', 'TRUE', '1', 'yes'],
  MONEY: ['', '1.234', '1.000.000', 'abc', '1e9'],
  DATE: ['', '2026-02-30', '31/12/2026', '2026-1-1'],
}

describe('the written form of a parameter', () => {
  it.each(PARAMETER_TYPES)('%s is accepted as it should be written and refused otherwise', (type) => {
    for (const value of accepted[type]) expect(valueProblem({ type }, value), value).toBeUndefined()
    for (const value of refused[type]) expect(valueProblem({ type }, value), value).toBeDefined()
  })

  it('keeps within its bounds, compared as what it is and not as text', () => {
    expect(valueProblem({ type: 'INTEGER', minimum: '9' }, '10')).toBeUndefined()
    expect(valueProblem({ type: 'MONEY', maximum: '1000.00' }, '999.5')).toBeUndefined()
    expect(valueProblem({ type: 'MONEY', maximum: '1000.00' }, '1000.01')).toEqual({ rule: 'tooBig', params: { maximum: '1000.00' } })
    expect(valueProblem({ type: 'DECIMAL', minimum: '-0.5' }, '-0.500001')).toEqual({ rule: 'tooSmall', params: { minimum: '-0.5' } })
    expect(valueProblem({ type: 'DATE', minimum: '2026-01-01' }, '2025-12-31')?.rule).toBe('tooSmall')
  })

  it('is read as what code works with', () => {
    expect(readValue('MONEY', '500000000.00')).toBe(50_000_000_000n)
    expect(readValue('INTEGER', '-8')).toBe(-8)
    expect(readValue('DECIMAL', '0.10')).toBe('0.10')
    expect(readValue('BOOLEAN', 'false')).toBe(false)
    expect(readValue('DATE', '2026-12-31')).toBe('2026-12-31')
  })
})

describe('a declaration', () => {
  it('with an initial value that its own rules refuse does not load', () => {
    expect(() => defineParameter({ key: 'x.y', type: 'INTEGER', initial: '9', maximum: '8', text: { vi: 'x', en: 'x' } })).toThrow(/x\.y.*'9'/)
  })
})
