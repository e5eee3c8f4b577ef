comment on column preferences.document.key is 'Name of the document in the contract, with the application where it belongs to one: tabs.CODE.';
