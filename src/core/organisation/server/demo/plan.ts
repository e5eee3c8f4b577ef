import type { PartnerKind } from '#core/organisation/contract/unit.ts'
import type { UnitInput } from '../units.ts'
import { accountName, dice, mobileNumber, personName, pick, shuffle } from './people.ts'
import { PROVINCES, type Province, STREETS } from './places.ts'

export type DemoScale = 'small' | 'full'

/** Days of the old units' opening; the demo world is older than its first transaction. */
const OPENED = '2025-07-01'
const HEAD_OFFICE = 'TCT'

/**
 * The units of the demo world, the same at every run. Codes: province 010000, district 010100, post office 010101, payout point 010191.
 * full: 34 provinces, 170 districts, 510 post offices, 90 payout points; small: 34 provinces and 28 units in four of them.
 */
export function demoUnits(scale: DemoScale): UnitInput[] {
  const roll = dice(1)
  const units: UnitInput[] = [
    { code: HEAD_OFFICE, name: 'Tổng công ty Bưu Trạm', level: 'HEAD_OFFICE', address: '1 Lê Duẩn, Hà Nội', phone: '02438000000', validFrom: OPENED },
  ]
  for (const province of PROVINCES) {
    units.push({
      code: `${province.code}0000`,
      name: `Bưu điện ${province.city ? 'thành phố' : 'tỉnh'} ${province.name}`,
      level: 'PROVINCE',
      parentCode: HEAD_OFFICE,
      address: `${1 + Math.floor(roll() * 200)} ${pick(roll, STREETS)}, ${province.name}`,
      phone: phone(roll, province),
      validFrom: OPENED,
    })
    const districts = scale === 'full' ? province.districts : ['01', '48', '79', '92'].includes(province.code) ? province.districts.slice(0, 2) : []
    for (const [index, name] of districts.entries()) units.push(...districtUnits(roll, province, name, index, scale))
  }
  return units
}

function districtUnits(roll: () => number, province: Province, district: string, index: number, scale: DemoScale): UnitInput[] {
  const code = `${province.code}${String(index + 1).padStart(2, '0')}`
  const place = district === province.name ? district : `${district}, ${province.name}`
  const streets = shuffle(roll, STREETS)
  const unit = (suffix: string, level: UnitInput['level'], name: string, street: string | undefined): UnitInput => ({
    code: `${code}${suffix}`,
    name,
    level,
    parentCode: level === 'DISTRICT' ? `${province.code}0000` : `${code}00`,
    address: `${1 + Math.floor(roll() * 300)} ${street}, ${place}`,
    phone: phone(roll, province),
    validFrom: OPENED,
  })
  const units = [unit('00', 'DISTRICT', `Bưu điện khu vực ${district}`, streets[0])]
  for (let office = 1; office <= (scale === 'full' ? 3 : 2); office++) {
    const name = office === 1 ? `Bưu cục trung tâm ${district}` : `Bưu cục ${streets[office]} - ${district}`
    units.push(unit(String(office).padStart(2, '0'), 'POST_OFFICE', name, streets[office]))
  }
  if (scale === 'full' ? (Number(province.code) + index) % 2 === 0 : index === 0)
    units.push(unit('91', 'PAYOUT_POINT', `Điểm chi trả ${streets[4]} - ${district}`, streets[4]))
  return units
}

function phone(roll: () => number, province: Province): string {
  const digits = 11 - province.areaCode.length
  return province.areaCode + String(3 * 10 ** (digits - 1) + Math.floor(roll() * 10 ** (digits - 1)))
}

export interface DemoPartner {
  code: string
  name: string
  shortName: string
  kind: PartnerKind
  bin?: string
}

/** Channel partners are invented; the banks are the ones a Vietnamese reader expects, with their VietQR numbers. */
export const DEMO_PARTNERS: readonly DemoPartner[] = [
  { code: 'SAOVIET', name: 'Công ty Cổ phần Cổng thanh toán Sao Việt', shortName: 'Sao Việt Pay', kind: 'OWN' },
  { code: 'ANPHAT', name: 'Công ty Cổ phần Ví điện tử An Phát', shortName: 'Ví An Phát', kind: 'OWN' },
  { code: 'CHOQUE', name: 'Công ty TNHH Sàn thương mại Chợ Quê', shortName: 'Chợ Quê', kind: 'OWN' },
  { code: 'SONGHONG', name: 'Công ty Điện lực Sông Hồng', shortName: 'Điện lực Sông Hồng', kind: 'OWN' },
  { code: 'ANTAM', name: 'Tổng công ty Bảo hiểm An Tâm', shortName: 'Bảo hiểm An Tâm', kind: 'OWN' },
  { code: 'VCB', name: 'Ngân hàng TMCP Ngoại thương Việt Nam', shortName: 'Vietcombank', kind: 'BANK', bin: '970436' },
  { code: 'BIDV', name: 'Ngân hàng TMCP Đầu tư và Phát triển Việt Nam', shortName: 'BIDV', kind: 'BANK', bin: '970418' },
  { code: 'CTG', name: 'Ngân hàng TMCP Công thương Việt Nam', shortName: 'VietinBank', kind: 'BANK', bin: '970415' },
  { code: 'VBA', name: 'Ngân hàng Nông nghiệp và Phát triển Nông thôn Việt Nam', shortName: 'Agribank', kind: 'BANK', bin: '970405' },
  { code: 'LPB', name: 'Ngân hàng TMCP Lộc Phát Việt Nam', shortName: 'LPBank', kind: 'BANK', bin: '970449' },
  { code: 'MB', name: 'Ngân hàng TMCP Quân đội', shortName: 'MB', kind: 'BANK', bin: '970422' },
  { code: 'BUUGUI', name: 'Hệ thống chấp nhận và phát bưu gửi', shortName: 'Bưu gửi', kind: 'OWN' },
]

/** Gateway client id of a demo partner. */
export const demoClientId = (partnerCode: string): string => `gw-${partnerCode.toLowerCase()}`

export interface DemoPerson {
  code: string
  fullName: string
  mobile: string
  email: string
  position: string
  unitCode?: string
  partnerCode?: string
}

/**
 * The staff of the demo world: head office, one manager a province, tellers, partner staff. The local part of the e-mail address is
 * the account; last those who work with cash (demoCashUnits).
 */
export function demoStaff(scale: DemoScale): DemoPerson[] {
  const roll = dice(2)
  const people: DemoPerson[] = []
  const add = (account: string | undefined, position: string, place: { unitCode: string } | { partnerCode: string }): void => {
    const number = people.length + 1
    const fullName = personName(roll)
    const name = account ?? accountName(fullName, number)
    people.push({ code: `NV${String(number).padStart(4, '0')}`, fullName, mobile: mobileNumber(roll), email: `${name}@buutram.example`, position, ...place })
  }
  const headOffice = { unitCode: HEAD_OFFICE }
  add('admin', 'SYSTEM_ADMIN', headOffice)
  add('ketoan', 'ACCOUNTANT', headOffice)
  add('kiemsoat', 'CHECKER', headOffice)
  add('giaodichvien', 'TELLER', { unitCode: '010101' })
  add('tinh01', 'PROVINCE_MANAGER', { unitCode: '010000' })
  add('doitac', 'PARTNER_STAFF', { partnerCode: 'SAOVIET' })
  const managed = scale === 'full' ? PROVINCES.slice(1) : PROVINCES.filter((province) => ['48', '79', '92'].includes(province.code))
  for (const province of managed) add(`tinh${province.code}`, 'PROVINCE_MANAGER', { unitCode: `${province.code}0000` })
  for (const position of ['ACCOUNTANT', 'CHECKER', 'ACCOUNTANT']) if (scale === 'full') add(undefined, position, headOffice)
  const offices = demoUnits(scale).filter((unit) => unit.level === 'POST_OFFICE' && unit.code !== '010101')
  const tellers = scale === 'full' ? 19 : 4
  for (let index = 0; index < tellers; index++)
    add(undefined, 'TELLER', { unitCode: (offices[Math.floor((index * offices.length) / tellers)] as UnitInput).code })
  for (const partnerCode of scale === 'full' ? ['ANPHAT', 'CHOQUE', 'VCB'] : ['ANPHAT'])
    add(`doitac.${partnerCode.toLowerCase()}`, 'PARTNER_STAFF', { partnerCode })
  for (const { code, keeper, tellers, courier, checker } of demoCashUnits()) {
    const known = new Set(people.map(({ email }) => email))
    const hire = (account: string | undefined, position: string) => {
      if (account !== undefined && !known.has(`${account}@buutram.example`)) add(account, position, { unitCode: code })
    }
    for (const account of [keeper, ...tellers, courier]) hire(account, 'TELLER')
    hire(checker, 'CHECKER')
  }
  return people
}

/** A unit of the demo that keeps cash, with the accounts of who works with it. */
export interface DemoCashUnit {
  code: string
  /** Code of the unit that brings it cash; none: it fetches cash from the bank. */
  from?: string
  /** Holds the vault. */
  keeper: string
  /** One a till. */
  tellers: readonly string[]
  /** Carries what leaves its vault. */
  courier?: string
  /** Agrees to what the others ask for and closes the days. */
  checker: string
  /** The keeper works there alone, and the vault is the till. */
  single?: boolean
}

/**
 * Where the demo has cash: head office, a few provinces and some of their post offices. At 010101 all parts of a counter's day have people of
 * their own: giaodichvien, giaodichvien2 (tellers), thuquy (vault), kiemsoatvien (checker), aptai (courier).
 */
export function demoCashUnits(): DemoCashUnit[] {
  const office = (code: string): DemoCashUnit => ({
    code,
    from: `${code.slice(0, 2)}0000`,
    keeper: `thuquy.${code}`,
    tellers: [`giaodichvien.${code}`],
    checker: `tinh${code.slice(0, 2)}`,
  })
  const province = (code: string): DemoCashUnit => ({
    code: `${code}0000`,
    from: HEAD_OFFICE,
    keeper: `thuquy.${code}`,
    tellers: [],
    courier: `aptai.${code}`,
    checker: 'kiemsoat',
  })
  return [
    { code: HEAD_OFFICE, keeper: 'thuquy.tct', tellers: [], courier: 'aptai.tct', checker: 'kiemsoat' },
    province('01'),
    {
      ...office('010101'),
      keeper: 'thuquy',
      tellers: ['giaodichvien', 'giaodichvien2'],
      courier: 'aptai',
      checker: 'kiemsoatvien',
    },
    office('010102'),
    province('79'),
    office('790101'),
    { ...office('010202'), tellers: [], single: true },
  ]
}
