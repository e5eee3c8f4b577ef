export const vi = {
  screens: {},
  fields: {
    courier: {
      text: 'Mã, tên, điện thoại, tuyến phát',
      code: 'Mã bưu tá',
      name: 'Họ tên',
      phone: 'Điện thoại',
      route: 'Tuyến phát',
      unitId: 'Đơn vị',
      unitName: 'Đơn vị',
      held: 'Đang giữ',
      ceiling: 'Hạn mức giữ tiền',
      ceilingPolicy: 'Khi vượt hạn mức',
      ceilingState: 'So với hạn mức',
      accountCode: 'Tài khoản kế toán',
      stepNote: 'Lý do khoá, đóng',
    },
  },
  enums: {
    status: { ACTIVE: 'Đang làm việc', LOCKED: 'Đã khoá', CLOSED: 'Đã đóng' },
    ceilingState: { WITHIN: 'Trong hạn mức', NEAR: 'Gần hạn mức', OVER: 'Vượt hạn mức' },
  },
  nouns: { courier: 'bưu tá' },
  actions: { depositCode: 'Mã QR nộp tiền', close: 'Đóng' },
  texts: {
    courierTitle: 'Bưu tá {name}',
    ceilingHint: 'Chặn: khi tiền đang giữ đạt hạn mức, bưu tá không được giao thêm bưu gửi. Tiền đã thu của bưu gửi vẫn luôn được ghi nhận.',
    courierDepositCodeText:
      'Lập mã QR nộp tiền hôm nay của bưu tá {name}, theo số tiền đang phải nộp lúc này. Đã có mã thì số tiền được cập nhật, số tài khoản giữ nguyên.',
    courierDepositCodeDone: 'Đã lập mã QR nộp tiền của bưu tá {name}',
    courierLockText: 'Từ lúc này bưu tá không được giao thêm bưu gửi. Tiền đã thu vẫn được ghi nhận và vẫn phải nộp.',
    courierLockDone: 'Đã khoá bưu tá {name}',
    courierUnlockDone: 'Đã mở khoá bưu tá {name}',
    courierCloseText: 'Chỉ đóng được bưu tá đã nộp hết tiền. Bưu tá đã đóng không mở lại được.',
    courierCloseDone: 'Đã đóng bưu tá {name}',
  },
}
