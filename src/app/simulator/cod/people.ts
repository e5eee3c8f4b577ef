import { demoCashUnits, demoUnits, mobileNumber, personName } from '#core/organisation/server/public.ts'
import type { DemoScale } from '#platform/server/config.ts'
import { chanceOf } from '../dice.ts'

const SEED = 20_261_129

/** How a postman hands in, where nothing else is said: at the counter of an office with tills, through a wallet or by the code of a bank. */
export type Way = 'CASH' | 'WALLET' | 'QR'

/** Whom the demo knows as a postman. */
export interface Courier {
  code: string
  name: string
  phone: string
  /** Code of the unit that he delivers for. */
  unit: string
  route: string
  way: Way
  /** How often he is late with what he has taken. */
  habit: 'PROMPT' | 'SLOW'
  /** The most that he is to hold. */
  ceiling?: number
  policy: 'WARN' | 'BLOCK'
  /** His share of all items. */
  share: number
}

/** Busy provinces, with their share; the others have 1. */
const BUSY: Readonly<Record<string, number>> = { '01': 6, '79': 6, '48': 3, '92': 3, '31': 2, '75': 2 }

/** Units that deliver: in each province the first offices of two of its districts and those with tills; the province itself where it has none. */
export function deliveryUnits(scale: DemoScale): string[] {
  const units = demoUnits(scale)
  const tills = new Set(demoCashUnits().map(({ code }) => code))
  const offices = units.filter(({ level, code }) => level === 'POST_OFFICE' && (/0[12]01$/.test(code) || tills.has(code))).map(({ code }) => code)
  const served = new Set(offices.map((code) => code.slice(0, 2)))
  const provinces = units.filter(({ level, code }) => level === 'PROVINCE' && !served.has(code.slice(0, 2))).map(({ code }) => code)
  return [...offices, ...provinces].toSorted()
}

const WITH_TILLS = new Set(demoCashUnits().flatMap(({ code, tellers, single }) => (tellers.length > 0 || single ? [code] : [])))

/** The postmen, the same at every run: two at an office with tills, one elsewhere. */
export function couriersOf(scale: DemoScale): Courier[] {
  const chance = chanceOf(SEED)
  return deliveryUnits(scale).flatMap((unit, at) => {
    const tills = WITH_TILLS.has(unit)
    return Array.from({ length: tills ? 2 : 1 }, (_none, n): Courier => {
      const [name, phone] = [personName(chance.roll), mobileNumber(chance.roll)]
      return {
        ...{ code: `BT${unit}-${n + 1}`, name, phone, unit, route: `T${String(n + 1).padStart(2, '0')}` },
        way: tills ? 'CASH' : at % 3 === 1 ? 'QR' : 'WALLET',
        habit: at % 9 === 4 ? 'SLOW' : 'PROMPT',
        ...(at % 5 === 0 ? { ceiling: 30_000_000 } : at % 7 === 3 ? { ceiling: 50_000_000 } : {}),
        policy: at % 10 === 0 ? 'BLOCK' : 'WARN',
        share: ((BUSY[unit.slice(0, 2)] ?? 1) / (tills ? 2 : 1)) * (unit === '010101' ? 2 : 1),
      }
    })
  })
}

/** A sender with a contract. */
export interface Shop {
  code: string
  name: string
  shortName: string
  /** Code of the unit that looks after it and accepts its items. */
  unit: string
  /** What it sends. */
  content: string
  /** Share of the items of key accounts. */
  share: number
  /** Typical amount to collect. */
  median: number
  /** Share of its items that come back. */
  returns: number
  /** Who tells of its items: our own system, or its marketplace with codes of its own. */
  partner: ItemPartner
  fate: 'ACTIVE' | 'SUSPENDED' | 'COOLING' | 'ASKED'
}

/** Clients of the gateway that tell of items. */
export type ItemPartner = 'BUUGUI' | 'CHOQUE'

const SHOP_LINES = `
KHL0001|Công ty TNHH Thời trang Lụa Vàng|Lụa Vàng|010101|Quần áo|20|360000|9|BUUGUI|ACTIVE
KHL0002|Công ty Cổ phần Mỹ phẩm Hoa Sen Xanh|Hoa Sen Xanh|790101|Mỹ phẩm|18|290000|6|BUUGUI|ACTIVE
KHL0003|Công ty TNHH Điện tử Sao Mai|Sao Mai|790101|Phụ kiện điện thoại|12|540000|7|BUUGUI|ACTIVE
KHL0004|Công ty TNHH Sàn thương mại Chợ Quê|Chợ Quê|010101|Hàng sàn thương mại|16|240000|8|CHOQUE|ACTIVE
KHL0005|Công ty Cổ phần Gia dụng Bếp Nhà|Bếp Nhà|480101|Đồ gia dụng|9|620000|8|BUUGUI|ACTIVE
KHL0006|Hợp tác xã Đặc sản Tây Nguyên|Đặc sản Tây Nguyên|920101|Cà phê, hạt điều|6|330000|4|BUUGUI|ACTIVE
KHL0007|Công ty TNHH Mẹ và Bé Bống|Bé Bống|010101|Đồ sơ sinh|7|410000|6|BUUGUI|ACTIVE
KHL0008|Hộ kinh doanh Giày dép Bước Nhỏ|Bước Nhỏ|790101|Giày dép|4|310000|10|BUUGUI|SUSPENDED
KHL0009|Công ty TNHH Sách Mùa Thu|Sách Mùa Thu|010101|Sách|5|180000|4|BUUGUI|COOLING
KHL0010|Công ty TNHH Đèn Lồng Phố Hội|Đèn Lồng Phố Hội|480101|Đèn lồng|0|0|0|BUUGUI|ASKED
KHL0011|Hộ kinh doanh Cây cảnh Sa Đéc|Cây cảnh Sa Đéc|920101|Cây cảnh|3|95000|60|BUUGUI|ACTIVE`

/** Key accounts of the demo, made up. The last one gets most of its items back, so that it owes more postage than is collected for it. */
export const SHOPS: readonly Shop[] = SHOP_LINES.trim()
  .split('\n')
  .map((line) => {
    const [code = '', name = '', shortName = '', unit = '', content = '', share, median, returns, partner, fate] = line.split('|')
    return {
      ...{ code, name, shortName, unit, content, share: Number(share), median: Number(median), returns: Number(returns) / 100 },
      ...{ partner: partner as ItemPartner, fate: fate as Shop['fate'] },
    }
  })
