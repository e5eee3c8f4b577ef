import { describe, expect, it } from 'vitest'
import { fileWriter, readAll } from '../../../../../test/statement-files.ts'
import { fileErrors, rowErrors } from '../../contract/reading-errors.ts'

const write = fileWriter()
const read = (text: string | Buffer, currency = 'VND', account?: string) => readAll(write(text), { kind: 'CAMT053', currency }, account ? { account } : {})

interface Parts {
  version?: string
  prefix?: string
  entries?: string
  opening?: string
  closing?: string
  summary?: string
  account?: string
}

const statement = ({ entries = '', opening = '1000', closing = '1000', summary = '', account = '<Othr><Id>0011740001234</Id></Othr>' }: Parts) =>
  `<Stmt><Id>S1</Id><FrToDt><FrDtTm>2026-11-21T00:00:00+07:00</FrDtTm><ToDtTm>2026-11-21T23:59:59+07:00</ToDtTm></FrToDt><Acct><Id>${account}</Id></Acct>
<Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="VND">${opening}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-21</Dt></Dt></Bal>
<Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="VND">${closing}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-21</Dt></Dt></Bal>
${summary}${entries}</Stmt>`

function file(parts: Parts, statements = statement(parts)): string {
  const { version = '02', prefix = '' } = parts
  const name = `xmlns${prefix ? `:${prefix}` : ''}="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"`
  const document = `<Document ${name}><BkToCstmrStmt><GrpHdr><MsgId>M</MsgId></GrpHdr>${statements}</BkToCstmrStmt></Document>`
  return `<?xml version="1.0" encoding="UTF-8"?>\n${prefix ? document.replace(/<(\/?)(\w+)/g, `<$1${prefix}:$2`) : document}`
}

const entry = (amount: string, side: 'CRDT' | 'DBIT', more = '', status = '<Sts>BOOK</Sts>') =>
  `<Ntry><Amt Ccy="VND">${amount}</Amt><CdtDbtInd>${side}</CdtDbtInd>${status}<BookgDt><Dt>2026-11-21</Dt></BookgDt><AcctSvcrRef>ASR1</AcctSvcrRef>${more}</Ntry>`
const detail = (inside: string) => `<NtryDtls><TxDtls>${inside}</TxDtls></NtryDtls>`

describe('camt.053', () => {
  it('as version 2 writes it: one entry, one detail, names directly inside', async () => {
    const inside = `<Refs><EndToEndId>DH-1001</EndToEndId><AcctSvcrRef>D7</AcctSvcrRef></Refs>
<RltdPties><Dbtr><Nm>Đặng Thị Ánh</Nm></Dbtr><DbtrAcct><Id><IBAN>VN0011</IBAN></Id></DbtrAcct></RltdPties>
<RmtInf><Ustrd>Thanh toán &amp; đặt cọc</Ustrd><Ustrd>đợt 2</Ustrd></RmtInf>`
    const { lines, verdict } = await read(file({ entries: entry('250.50', 'CRDT', detail(inside)), closing: '1250.5' }))
    expect(lines).toEqual([
      {
        day: '2026-11-21',
        amount: 25_050n,
        fee: 0n,
        tax: 0n,
        reference: 'DH-1001',
        documentNo: 'D7',
        counterAccount: 'VN0011',
        counterName: 'Đặng Thị Ánh',
        text: 'Thanh toán & đặt cọc đợt 2',
        status: '',
      },
    ])
    expect(verdict).toMatchObject({ account: '0011740001234', opening: 100_000n, closing: 125_050n, from: '2026-11-21', to: '2026-11-21', accepted: 1 })
    expect(verdict.breakInBalance).toBeUndefined()
  })

  it('as version 8 writes it, with a prefix: status and parties inside, days with a time', async () => {
    const inside = `<Refs><EndToEndId>NOTPROVIDED</EndToEndId><TxId>T9</TxId></Refs><Amt Ccy="VND">70</Amt><CdtDbtInd>DBIT</CdtDbtInd>
<RltdPties><Cdtr><Pty><Nm>Công ty B</Nm></Pty></Cdtr><CdtrAcct><Id><Othr><Id>9704</Id></Othr></Id></CdtrAcct></RltdPties>`
    const entries = entry('70', 'DBIT', detail(inside), '<Sts><Cd>BOOK</Cd></Sts>').replace(
      '<Dt>2026-11-21</Dt></BookgDt>',
      '<DtTm>2026-11-20T20:30:00Z</DtTm></BookgDt>',
    )
    const { lines } = await read(file({ version: '08', prefix: 'ns2', entries, closing: '930' }))
    expect(lines).toMatchObject([
      { day: '2026-11-21', at: '2026-11-21T03:30:00.000+07:00', amount: -7_000n, reference: 'T9', counterAccount: '9704', counterName: 'Công ty B' },
    ])
  })

  it('gives a line for each detail of a batch, and one for a batch without amounts', async () => {
    const of = (amount: string, id: string) =>
      `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><AmtDtls><TxAmt><Amt Ccy="VND">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`
    const batch = entry('30', 'CRDT', `<NtryDtls><Btch><NbOfTxs>2</NbOfTxs></Btch>${of('10', 'A')}${of('20', 'B')}</NtryDtls>`)
    const plain = entry('5', 'CRDT', '<NtryDtls><TxDtls/><TxDtls/></NtryDtls>')
    const { lines, rows } = await read(file({ entries: batch + plain, closing: '1035' }))
    expect(lines.map(({ amount, reference, documentNo }) => [amount, reference, documentNo])).toEqual([
      [1_000n, 'A', 'ASR1'],
      [2_000n, 'B', 'ASR1'],
      [500n, 'ASR1', 'ASR1'],
    ])
    expect(rows.map(({ row }) => row)).toEqual([1, 2, 3])
  })

  it('rejects a batch whose details do not add up, which its balance shows too', async () => {
    const of = (amount: string) => `<TxDtls><AmtDtls><TxAmt><Amt Ccy="VND">${amount}</Amt></TxAmt></AmtDtls></TxDtls>`
    const { rejected, verdict } = await read(file({ entries: entry('30', 'CRDT', `<NtryDtls>${of('10')}${of('21')}</NtryDtls>`), closing: '1030' }))
    expect(rejected).toMatchObject([{ row: 1, column: 'NtryDtls', value: '30', error: { code: rowErrors.detailSum.code } }])
    expect(verdict.breakInBalance).toMatchObject({ expected: 100_000n, found: 103_000n })
  })

  it('takes the side of a reversal as it stands, and leaves out what is not booked', async () => {
    const entries =
      entry('40', 'DBIT', '<RvslInd>true</RvslInd>') + entry('9', 'CRDT', '', '<Sts>PDNG</Sts>') + entry('8', 'CRDT', '', '<Sts><Cd>INFO</Cd></Sts>')
    const { lines, rows } = await read(file({ entries, closing: '960' }))
    expect(lines.map(({ amount }) => amount)).toEqual([-4_000n])
    expect(rows.slice(1)).toEqual([2, 3].map((row) => ({ row, verdict: 'IGNORED', rule: 'NOT_BOOKED' })))
  })

  it('holds its summary against its entries', async () => {
    const summary = (sum: string) =>
      `<TxsSummry><TtlNtries><NbOfNtries>2</NbOfNtries><Sum>${sum}</Sum></TtlNtries><TtlCdtNtries><Sum>30</Sum></TtlCdtNtries></TxsSummry>`
    const entries = entry('30', 'CRDT') + entry('10', 'DBIT')
    const { verdict } = await read(file({ entries, closing: '1020', summary: summary('40') }))
    expect(verdict.controlSums).toMatchObject({ expected: { count: 2, sum: 4_000n, credit: 3_000n } })
    expect((await read(file({ entries, closing: '1020', summary: summary('41') }))).verdict.fault).toMatchObject({
      code: fileErrors.controlSums.code,
      params: { expected: '41.00', found: '40.00' },
    })
  })

  it('without entries is a statement', async () => {
    const { verdict } = await read(file({}))
    expect(verdict).toMatchObject({ rows: 0, opening: 100_000n, closing: 100_000n, from: '2026-11-21', to: '2026-11-21' })
    expect(verdict.fault).toBeUndefined()
  })

  it('of several accounts gives the wanted one', async () => {
    const one = statement({ entries: entry('1', 'CRDT'), closing: '1001' })
    const two = statement({ entries: entry('2', 'CRDT'), closing: '1002', account: '<IBAN>VN02</IBAN>' })
    const { lines, verdict } = await read(file({}, one + two), 'VND', 'VN02')
    expect(lines.map(({ amount }) => amount)).toEqual([200n])
    expect(verdict).toMatchObject({ accounts: ['0011740001234', 'VN02'], ignored: 1, closing: 100_200n })
    expect((await read(file({}), 'VND', 'VN02')).verdict.fault?.code).toBe(fileErrors.otherAccount.code)
  })

  it('rejects an entry without a readable amount, side or day', async () => {
    const entries = entry('1,5', 'CRDT') + entry('1.005', 'CRDT') + entry('1', 'XX' as 'CRDT') + entry('1', 'CRDT').replace('2026-11-21', '2026-11-31')
    const { rejected } = await read(file({ entries }))
    expect(rejected.map(({ row, column, value }) => [row, column, value])).toEqual([
      [1, 'Amt', '1,5'],
      [2, 'Amt', '1.005'],
      [3, 'CdtDbtInd', 'XX'],
      [4, 'BookgDt', '1'],
    ])
  })

  it.each<[string, string, keyof typeof fileErrors]>([
    ['cut anywhere', file({ entries: entry('1', 'CRDT') }).slice(0, -60), 'truncated'],
    ['cut inside of a tag', file({ entries: entry('1', 'CRDT') }).slice(0, -100), 'truncated'],
    ['with a document type', file({}).replace('<Document', '<!DOCTYPE Document><Document'), 'xmlForbidden'],
    ['with an entity of its own', file({}).replace('S1', '&other;'), 'xmlForbidden'],
    ['that is no XML', file({}).replace('</Stmt>', '</Other>'), 'xml'],
    ['of another message', file({}).replaceAll('BkToCstmrStmt', 'BkToCstmrAcctRpt'), 'notCamt'],
    ['of something else', '<html><body/></html>', 'notCamt'],
    ['in another currency', file({ entries: entry('1', 'CRDT').replace('VND', 'USD') }), 'otherCurrency'],
    ['nested without end', file({ entries: `<Ntry>${'<a>'.repeat(200)}` }), 'xmlDeep'],
  ])('%s is refused with its place', async (_what, text, error) => {
    const { fault } = (await read(text)).verdict
    expect(fault?.code).toBe(fileErrors[error].code)
    if (!['notCamt', 'otherCurrency'].includes(error)) expect(fault?.params).toMatchObject({ row: expect.any(Number), column: expect.any(Number) })
  })
})
