import { fold } from '#kernel/text.ts'

const SURNAMES = 'Nguyễn,Nguyễn,Nguyễn,Nguyễn,Trần,Trần,Lê,Lê,Phạm,Phạm,Hoàng,Huỳnh,Phan,Vũ,Võ,Đặng,Bùi,Đỗ,Hồ,Ngô,Dương,Lý,Đinh,Trịnh,Mai'.split(',')
const WOMEN = 'Lan,Hương,Thảo,Hà,Linh,Trang,Mai,Ngọc,Hạnh,Thu,Yến,Hiền,Phương,Nhung,Oanh,Vân,Ánh,Diệp,Quỳnh,Tuyết'.split(',')
const MEN = 'Hùng,Dũng,Nam,Tuấn,Minh,Quang,Long,Hải,Sơn,Đức,Thành,Khoa,Phúc,Bình,Cường,Việt,Toàn,Kiên,Trung,Hiếu'.split(',')
const WOMEN_MIDDLE = 'Thị,Thị,Thị,Thanh,Ngọc,Thu,Minh,Bích,Kim'.split(',')
const MEN_MIDDLE = 'Văn,Văn,Đức,Minh,Quốc,Hữu,Anh,Xuân,Công'.split(',')

/** Numbers in [0, 1) that are the same at every run of a seed (mulberry32). */
export function dice(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pick<T>(roll: () => number, from: readonly T[]): T {
  return from[Math.floor(roll() * from.length)] as T
}

/** A new order of the same things. */
export function shuffle<T>(roll: () => number, things: readonly T[]): T[] {
  const order = [...things]
  for (let at = order.length - 1; at > 0; at--) {
    const other = Math.floor(roll() * (at + 1))
    ;[order[at], order[other]] = [order[other] as T, order[at] as T]
  }
  return order
}

/** 'Nguyễn Thị Lan' */
export function personName(roll: () => number): string {
  const woman = roll() < 0.55
  return `${pick(roll, SURNAMES)} ${pick(roll, woman ? WOMEN_MIDDLE : MEN_MIDDLE)} ${pick(roll, woman ? WOMEN : MEN)}`
}

/** A mobile number of a range that is in use. */
export function mobileNumber(roll: () => number): string {
  return `${pick(roll, ['090', '091', '093', '096', '097', '098', '086', '088', '032', '035', '070', '077'])}${String(Math.floor(roll() * 10_000_000)).padStart(7, '0')}`
}

/** 'Nguyễn Thị Lan', 7 → 'lan.nguyen07' */
export function accountName(fullName: string, number: number): string {
  const parts = fold(fullName).split(' ')
  return `${parts.at(-1)}.${parts[0]}${String(number).padStart(2, '0')}`
}
