<?php
const PIN = 'yFtwlxk9H8VwfYejAyZV9YsH5TnJg1I0eYMerNbjvk0=';
$handle = curl_init('https://www.example.com/');
curl_setopt($handle, CURLOPT_PINNEDPUBLICKEY, 'sha256//' . PIN);
