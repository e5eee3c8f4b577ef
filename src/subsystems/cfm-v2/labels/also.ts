/** What people type who look for these screens, in both languages; accents do not matter. */
export const also = {
  home: 'tồn quỹ số dư tiền mặt cash position balance',
  myShift: 'ca làm việc mở ca đóng ca kết ca bàn giao ca giao ca nhận quỹ work shift open close hand over',
  pay: 'trả tiền chi trả chi tiền phát tiền lương hưu trợ cấp chuyển tiền trả phiếu lĩnh tiền pay out payout pension money order collect',
  cashOrders: 'lệnh chi xin duyệt chi vượt hạn mức số tiền lớn large payment approval cash order',
  shifts: 'ca làm việc giao ca bàn giao ca work shift hand over',
  counts: 'kiểm kê quỹ đếm tiền biên bản kiểm quỹ cash count',
  holdings: 'két quầy túi tiền vault till courier',
  differences: 'chênh lệch thừa thiếu variance shortage surplus',
  days: 'khoá sổ chốt sổ đóng ngày cuối ngày close the day',
  dayProgress: 'khoá sổ chốt sổ cuối ngày close the day progress',
}
