/** Routes of the sub-system. */
export const paths = {
  cutOff: '/pp-report/ch_chan_ky',
} as const
