import { expect, it } from 'vitest'
import type { SessionLine } from '#core/reconciliation/contract/lines.ts'
import { type Chosen, NONE, nextBreak, stepped, stoodOn, sumsOf, toMatch } from './bench.ts'

const line = (side: SessionLine['side'], no: number, amount: string, breakId: string | null = null, state: SessionLine['state'] = 'BREAK') =>
  ({ id: `${side}${no}`, side, no, amount, breakId, state }) as SessionLine
const chosen = (...lines: SessionLine[]): Chosen => new Map(lines.map((one) => [one.no, one]))

it('adds both sides up without a rounding, and leaves out lines on which no money moved', () => {
  const ours = [line('OURS', 1, '0.10'), line('OURS', 2, '0.20'), line('OURS', 3, '99.00', null, 'NO_MONEY')]
  expect(sumsOf(ours, [line('THEIRS', 1, '-9007199254740993.01')])).toEqual({
    ours: '0.30',
    theirs: '-9007199254740993.01',
    difference: '9007199254740993.31',
  })
})

it('steps stay within the page and begin with its first line', () => {
  const rows = [line('OURS', 4, '1.00'), line('OURS', 7, '1.00'), line('OURS', 9, '1.00')]
  expect(stepped(rows, undefined, 1)?.no).toBe(4)
  expect(stepped(rows, 4, 1)?.no).toBe(7)
  expect(stepped(rows, 9, 1)?.no).toBe(9)
  expect(stepped(rows, 4, -10)?.no).toBe(4)
  expect(stepped([], 4, 1)).toBeUndefined()
})

it('a line that goes leaves its place to the next, the last to the one before; where it comes back, one stands on it again', () => {
  const rows = [1, 4, 7, 9].map((no) => line('OURS', no, '1.00'))
  const left = (...numbers: number[]) => rows.filter(({ no }) => numbers.includes(no))
  const held = { no: 7, among: rows }
  expect(stoodOn(rows, held)?.no).toBe(7)
  expect(stoodOn(left(1, 4, 9), held)?.no).toBe(9)
  expect(stoodOn(left(1, 4), held)?.no).toBe(4)
  expect(stoodOn([], held)).toBeUndefined()
  expect(stoodOn(rows, undefined)).toBeUndefined()
})

it('the next break passes the other lines of the same one, and lines of none', () => {
  const rows = [line('OURS', 1, '1.00', '5'), line('OURS', 2, '1.00', '5'), line('OURS', 3, '1.00'), line('OURS', 4, '1.00', '6')]
  expect(nextBreak(rows, 1)?.no).toBe(4)
  expect(nextBreak(rows, undefined)?.no).toBe(1)
  expect(nextBreak(rows, 4)).toBeUndefined()
  const decided = [line('OURS', 1, '1.00', '5', 'PROPOSED'), line('OURS', 2, '1.00', '6', 'DECIDED'), line('OURS', 3, '1.00', '7')]
  expect(nextBreak(decided, undefined)?.no).toBe(3)
})

it('matches what is chosen; a side without a choice gives its line of the same break, and no other', () => {
  const [ours, theirs, stranger] = [line('OURS', 1, '1.00', '5'), line('THEIRS', 8, '2.00', '5'), line('THEIRS', 9, '1.00', '6')]
  expect(toMatch({ OURS: chosen(ours), THEIRS: chosen(stranger) }, { OURS: undefined, THEIRS: undefined })).toEqual({ OURS: [ours], THEIRS: [stranger] })
  expect(toMatch({ OURS: chosen(ours), THEIRS: NONE }, { OURS: ours, THEIRS: theirs })).toEqual({ OURS: [ours], THEIRS: [theirs] })
  expect(toMatch({ OURS: NONE, THEIRS: NONE }, { OURS: ours, THEIRS: theirs })).toEqual({ OURS: [ours], THEIRS: [theirs] })
  expect(toMatch({ OURS: chosen(ours), THEIRS: NONE }, { OURS: ours, THEIRS: stranger })).toBeUndefined()
  expect(toMatch({ OURS: chosen(ours), THEIRS: NONE }, { OURS: ours, THEIRS: undefined })).toBeUndefined()
})
