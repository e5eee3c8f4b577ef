import { expect, it } from 'vitest'
import { vi } from './vi.ts'

it('keeps the words the product has fixed', () => {
  expect(vi.session.idle).toBe('Hệ thống hết phiên đăng nhập. Vui lòng đăng nhập lại để thực hiện tiếp.')
  expect(vi.session.noAccess).toBe('Bạn không có quyền truy cập ứng dụng {name}')
  expect(vi.session.expired).toBe('Phiên đăng nhập hết hạn')
  expect(vi.common).toMatchObject({
    notice: 'Thông báo',
    agree: 'Đồng ý',
    back: 'Quay lại',
    error: 'Lỗi',
    empty: 'Không tìm thấy dữ liệu',
    all: '-- Tất cả --',
    choose: '-- Chọn --',
  })
  expect(vi.list.total).toBe('Tổng số dòng {n}')
})
