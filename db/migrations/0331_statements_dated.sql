-- What came with the portal was stated when it was set up; what an administrator changed since is theirs to date.
update portal.assistant_facts set stated_on = current_date where stated_on is null and version = 1;
