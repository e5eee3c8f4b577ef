-- Who gets the money of a request, as it was when it was asked for: repeated to whoever decides.
ALTER TABLE approvals.request ADD COLUMN beneficiary text CHECK (length(beneficiary) BETWEEN 1 AND 500);
COMMENT ON COLUMN approvals.request.beneficiary IS 'Name, account and bank of who gets the money; null where no money moves';
