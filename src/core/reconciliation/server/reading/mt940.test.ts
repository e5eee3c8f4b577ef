import { describe, expect, it } from 'vitest'
import { fileWriter, readAll } from '../../../../../test/statement-files.ts'
import { fileErrors, rowErrors } from '../../contract/reading-errors.ts'

const write = fileWriter()
const read = (text: string, more: { currency?: string; account?: string } = {}) =>
  readAll(write(text), { kind: 'MT940', ...(more.currency ? { currency: more.currency } : {}) }, more.account ? { account: more.account } : {})

const message = (lines: string[], { opening = 'C261120VND1000,', closing = 'C261121VND1000,' } = {}) =>
  [':20:STMT1', ':25:0011740001234', ':28C:325/1', `:60F:${opening}`, ...lines, `:62F:${closing}`, ''].join('\n')

/** As a German bank writes it: blocks around the message, numbered parts in :86:, a reversal, decimals without digits. */
const GERMAN = `{1:F01GENODEFFXXXX0000000000}{2:I940GENODEFFXXXXN}{4:\r
:20:951110\r
:25:45050050/76198810\r
:28C:27/01\r
:60F:C151016EUR84349,74\r
:61:1510171017DR6800,NCHK16703074\r
:86:999PN5477SCHECK-NR. 0000016703074\r
:61:1510171016CR1,50NTRFNONREF//55555\r
:86:051?00UEBERWEISG?10931?20WFS-REF 1234567?21EREF+END-77?3050010060\r
?31DE12345678901234567890?32MUSTERMANN GMBH UND ?33CO KG\r
:61:151017D6,95NTRFNONREF\r
:61:151017RC100,NSTOOLD1//B99\r
:61:151017RD40,05NSTOOLD2\r
supplementary details\r
:62F:C151017EUR77484,34\r
:64:C151017EUR77484,34\r
-}\r
`

/** As a Dutch bank writes it: codes between strokes, purpose over full lines. */
const DUTCH = `:20:P140220000000001
:25:NL69INGB0123456789EUR
:28C:00000
:60F:C140219EUR662,23
:61:1402200220C1,56NTRFEREF//00000000001005
/TRCD/00100/
:86:/EREF/EV12341REP1231456T1234//CNTP/NL32INGB0000012345/INGBNL2A/IN
G BANK NV INZAKE WEB///REMI/USTD//EV10001REP1000000T1000/
:62F:C140220EUR663,79
:64:C140220EUR663,79
:65:C140221EUR663,79
:86:/SUM/1/0/1,56/0,00/
`

describe('MT940', () => {
  it('with blocks, numbered parts, letters of the currency and reversals', async () => {
    const { lines, rows, verdict } = await read(GERMAN, { currency: 'EUR' })
    expect(lines.map(({ day, amount, reference, documentNo }) => [day, amount, reference, documentNo])).toEqual([
      ['2015-10-17', -680_000n, '16703074', ''],
      ['2015-10-16', 150n, '55555', '55555'],
      ['2015-10-17', -695n, '', ''],
      ['2015-10-17', -10_000n, 'OLD1', 'B99'],
      ['2015-10-17', 4_005n, 'OLD2', ''],
    ])
    expect(lines[0]?.text).toBe('999PN5477SCHECK-NR. 0000016703074')
    expect(lines[1]).toMatchObject({ text: 'WFS-REF 1234567EREF+END-77', counterAccount: 'DE12345678901234567890', counterName: 'MUSTERMANN GMBH UND CO KG' })
    expect(lines[4]?.text).toBe('supplementary details')
    expect(rows.map(({ row }) => row)).toEqual([6, 8, 11, 12, 13])
    expect(verdict).toMatchObject({ account: '76198810', opening: 8_434_974n, closing: 7_748_434n, from: '2015-10-16', to: '2015-10-17' })
    expect(verdict.breakInBalance).toBeUndefined()
  })

  it('with codes between strokes, over several lines', async () => {
    const { lines, verdict } = await read(DUTCH, { currency: 'EUR' })
    expect(lines).toMatchObject([
      {
        day: '2014-02-20',
        amount: 156n,
        reference: 'EREF',
        documentNo: '00000000001005',
        counterAccount: 'NL32INGB0000012345',
        counterName: 'ING BANK NV INZAKE WEB',
        text: 'EV10001REP1000000T1000 EV12341REP1231456T1234',
      },
    ])
    expect(verdict).toMatchObject({ accepted: 1, rejected: 0, closing: 66_379n })
    expect(verdict.fault).toBeUndefined()
  })

  it('of several pages is one statement, and a page that does not follow refuses it', async () => {
    const pages = (middle: string) =>
      [
        ...[':20:S', ':25:0011740001234', ':28C:1/1', ':60F:C261120VND100,', ':61:261121C50,NTRFA', ':62M:C261121VND150,', '-'],
        ...[':20:S', ':25:0011740001234', ':28C:1/2', `:60M:C261121VND${middle},`, ':61:261121D30,NTRFB', ':62F:C261121VND120,', '-', ''],
      ].join('\n')
    const { verdict, lines } = await read(pages('150'))
    expect(lines).toHaveLength(2)
    expect(verdict).toMatchObject({ opening: 10_000n, closing: 12_000n, moneyIn: 5_000n, moneyOut: 3_000n })
    expect((await read(pages('151'))).verdict.fault).toEqual({ code: fileErrors.pageGap.code, params: { row: 11, found: '151.00', expected: '150.00' } })
  })

  it('without lines is a statement', async () => {
    const { verdict } = await read(message([]))
    expect(verdict).toMatchObject({ account: '0011740001234', opening: 100_000n, closing: 100_000n, rows: 0, from: '2026-11-20', to: '2026-11-21' })
    expect(verdict.fault).toBeUndefined()
  })

  it('books on the day of entry, also over the turn of a year', async () => {
    const { lines } = await read(message([':61:2512310102C5,NTRFA', ':61:2601011231D5,NTRFB']))
    expect(lines.map(({ day }) => day)).toEqual(['2026-01-02', '2025-12-31'])
  })

  it('that does not add up names both balances', async () => {
    const { verdict } = await read(message([':61:261121C5,NTRFA']))
    expect(verdict.breakInBalance).toEqual({ row: 6, previousRow: 4, expected: 100_500n, found: 100_000n, end: 'CLOSING' })
  })

  it('rejects a line that does not follow the structure, and keeps the others', async () => {
    const { rejected, lines } = await read(message([':61:261121X5,NTRFA', ':61:261131C5,NTRFA', ':61:261121C5.00NTRFA', ':61:261121C0,NTRFB']))
    expect(lines).toHaveLength(1)
    expect(rejected.map(({ row, error }) => [row, error.code])).toEqual([5, 6, 7].map((row) => [row, rowErrors.shape.code]))
  })

  it.each<[string, string, keyof typeof fileErrors]>([
    ['cut before its closing balance', message([':61:261121C5,NTRFA']).split(':62F:')[0] ?? '', 'truncated'],
    ['in another currency', message([]).replaceAll('VND', 'USD'), 'otherCurrency'],
    ['with a balance that cannot be read', message([], { opening: 'C261120VND12.00' }), 'tag'],
    ['that is something else', 'Ngày;Số tiền\n21/11/2026;1\n', 'notMt940'],
    ['that is something else and long', 'x\n'.repeat(60), 'notMt940'],
    ['that is empty', '', 'empty'],
  ])('%s is refused', async (_what, text, error) => {
    expect((await read(text)).verdict.fault?.code).toBe(fileErrors[error].code)
  })

  it('of another account is refused, and of several only the wanted one is read', async () => {
    expect((await read(message([]), { account: '999' })).verdict.fault).toEqual({
      code: fileErrors.otherAccount.code,
      params: { account: '999', found: '0011740001234' },
    })
    const other = message([':61:261121C7,NTRFA'], { closing: 'C261121VND1007,' }).replace('0011740001234', '0011740009999')
    const { verdict, lines } = await read(message([':61:261121C5,NTRFA'], { closing: 'C261121VND1005,' }) + other, { account: '0011740009999' })
    expect(lines.map(({ amount }) => amount)).toEqual([700n])
    expect(verdict).toMatchObject({ accounts: ['0011740001234', '0011740009999'], accepted: 1, ignored: 1, closing: 100_700n })
  })
})
