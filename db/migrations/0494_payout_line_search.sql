-- A slip is looked for by the number of whoever fetches it, and by telephone.
create index line_receiver_identity on payout.line (receiver_identity) where receiver_identity is not null;
create index line_phone on payout.line (phone) where phone <> '';
