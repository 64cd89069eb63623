// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// NVTX for C++: objects that hold a range for as long as they live (namespace nvtx3 of the "NVTX C++ API Reference", version 1).
// A domain is a type with a static member `name`; nvtx3::domain::global is the program's own.
#ifndef AW_NVTX3_HPP
#define AW_NVTX3_HPP

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "nvToolsExt.h"

#define NVTX3_CPP_DEFINITIONS_V1_0
#define NVTX3_CPP_VERSION_MAJOR 1
#define NVTX3_CPP_VERSION_MINOR 0

namespace nvtx3
{
inline namespace v1
{

class domain
{
public:
	struct global {};
	domain(const domain &) = delete;
	domain &operator=(const domain &) = delete;

	template <typename D = global> static const domain &get() noexcept
	{
		static const domain only;
		return only;
	}
	operator nvtxDomainHandle_t() const noexcept { return nullptr; }

private:
	domain() = default;
};

struct rgb {
	using component_type = uint8_t;
	constexpr rgb(component_type r, component_type g, component_type b) noexcept : red(r), green(g), blue(b) {}
	component_type red, green, blue;
};

struct argb : rgb {
	constexpr argb(component_type a, component_type r, component_type g, component_type b) noexcept : rgb(r, g, b), alpha(a) {}
	component_type alpha;
};

class color
{
public:
	using value_type = uint32_t;
	constexpr explicit color(value_type argb_hex) noexcept : value(argb_hex) {}
	constexpr color(argb c) noexcept
		: value((uint32_t)c.alpha << 24 | (uint32_t)c.red << 16 | (uint32_t)c.green << 8 | c.blue) {}
	constexpr color(rgb c) noexcept : color(argb(255, c.red, c.green, c.blue)) {}
	constexpr value_type get_value() const noexcept { return value; }
	constexpr nvtxColorType_t get_type() const noexcept { return NVTX_COLOR_ARGB; }

private:
	value_type value;
};

class category
{
public:
	using id_type = uint32_t;
	constexpr explicit category(id_type id) noexcept : id_(id) {}
	constexpr id_type get_id() const noexcept { return id_; }

private:
	id_type id_;
};

// A category with a name; D is its domain.
template <typename D = domain::global> class named_category_in final : public category
{
public:
	named_category_in(id_type id, const char *) noexcept : category(id) {}
	named_category_in(id_type id, const wchar_t *) noexcept : category(id) {}
	template <typename C> static const named_category_in &get() noexcept
	{
		static const named_category_in only(C::id, C::name);
		return only;
	}
};
using named_category = named_category_in<domain::global>;

// A string that a tool is told once; D is its domain.
template <typename D = domain::global> class registered_string_in
{
public:
	explicit registered_string_in(const char *) noexcept {}
	explicit registered_string_in(const std::string &) noexcept {}
	explicit registered_string_in(const wchar_t *) noexcept {}
	explicit registered_string_in(const std::wstring &) noexcept {}
	template <typename M> static const registered_string_in &get() noexcept
	{
		static const registered_string_in only(M::message);
		return only;
	}
	nvtxStringHandle_t get_handle() const noexcept { return nullptr; }
};
using registered_string = registered_string_in<domain::global>;

class message
{
public:
	using value_type = nvtxMessageValue_t;
	message(const char *text) noexcept : type_(NVTX_MESSAGE_TYPE_ASCII), value_{} { value_.ascii = text; }
	message(const std::string &text) noexcept : message(text.c_str()) {}
	message(std::string &&) = delete;
	message(const wchar_t *text) noexcept : type_(NVTX_MESSAGE_TYPE_UNICODE), value_{} { value_.unicode = text; }
	message(const std::wstring &text) noexcept : message(text.c_str()) {}
	message(std::wstring &&) = delete;
	template <typename D> message(const registered_string_in<D> &text) noexcept : type_(NVTX_MESSAGE_TYPE_REGISTERED), value_{}
	{
		value_.registered = text.get_handle();
	}
	constexpr value_type get_value() const noexcept { return value_; }
	constexpr nvtxMessageType_t get_type() const noexcept { return type_; }

private:
	nvtxMessageType_t type_;
	value_type value_;
};

class payload
{
public:
	using value_type = typename nvtxEventAttributes_v2::payload_t;
	explicit payload(int64_t v) noexcept : type_(NVTX_PAYLOAD_TYPE_INT64) { value_.llValue = v; }
	explicit payload(int32_t v) noexcept : type_(NVTX_PAYLOAD_TYPE_INT32) { value_.iValue = v; }
	explicit payload(uint64_t v) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT64) { value_.ullValue = v; }
	explicit payload(uint32_t v) noexcept : type_(NVTX_PAYLOAD_TYPE_UNSIGNED_INT32) { value_.uiValue = v; }
	explicit payload(float v) noexcept : type_(NVTX_PAYLOAD_TYPE_FLOAT) { value_.fValue = v; }
	explicit payload(double v) noexcept : type_(NVTX_PAYLOAD_TYPE_DOUBLE) { value_.dValue = v; }
	value_type get_value() const noexcept { return value_; }
	nvtxPayloadType_t get_type() const noexcept { return type_; }

private:
	nvtxPayloadType_t type_;
	value_type value_ {};
};

// What a mark or range has, in any order; of two of a kind the first counts.
class event_attributes
{
public:
	using value_type = nvtxEventAttributes_t;
	event_attributes() noexcept : attributes {}
	{
		attributes.version = NVTX_VERSION;
		attributes.size = NVTX_EVENT_ATTRIB_STRUCT_SIZE;
	}
	template <typename... Args> explicit event_attributes(const category &c, const Args &...args) noexcept : event_attributes(args...)
	{
		attributes.category = c.get_id();
	}
	template <typename... Args> explicit event_attributes(const color &c, const Args &...args) noexcept : event_attributes(args...)
	{
		attributes.color = c.get_value();
		attributes.colorType = c.get_type();
	}
	template <typename... Args> explicit event_attributes(const rgb &c, const Args &...args) noexcept : event_attributes(color(c), args...) {}
	template <typename... Args> explicit event_attributes(const argb &c, const Args &...args) noexcept : event_attributes(color(c), args...) {}
	template <typename... Args> explicit event_attributes(const payload &p, const Args &...args) noexcept : event_attributes(args...)
	{
		attributes.payload = p.get_value();
		attributes.payloadType = p.get_type();
	}
	template <typename... Args> explicit event_attributes(const message &m, const Args &...args) noexcept : event_attributes(args...)
	{
		attributes.message = m.get_value();
		attributes.messageType = m.get_type();
	}
	const value_type *get() const noexcept { return &attributes; }

private:
	value_type attributes;
};

// A range from here to the end of the block.
template <typename D = domain::global> class scoped_range_in
{
public:
	scoped_range_in() noexcept : scoped_range_in(event_attributes()) {}
	explicit scoped_range_in(const event_attributes &attributes) noexcept
	{
		nvtxDomainRangePushEx(domain::get<D>(), attributes.get());
	}
	template <typename First, typename... Args> explicit scoped_range_in(const First &first, const Args &...args) noexcept
		: scoped_range_in(event_attributes(first, args...)) {}
	scoped_range_in(const scoped_range_in &) = delete;
	scoped_range_in &operator=(const scoped_range_in &) = delete;
	~scoped_range_in() noexcept { nvtxDomainRangePop(domain::get<D>()); }
};
using scoped_range = scoped_range_in<domain::global>;

struct range_handle {
	using value_type = nvtxRangeId_t;
	constexpr explicit range_handle(value_type id) noexcept : id_(id) {}
	constexpr range_handle() noexcept = default;
	constexpr range_handle(std::nullptr_t) noexcept {}
	constexpr explicit operator bool() const noexcept { return id_ != 0; }
	constexpr value_type get_value() const noexcept { return id_; }

private:
	value_type id_ = 0;
};
inline bool operator==(range_handle a, range_handle b) noexcept { return a.get_value() == b.get_value(); }
inline bool operator!=(range_handle a, range_handle b) noexcept { return !(a == b); }

// Ranges that may end in another thread.
template <typename D = domain::global> range_handle start_range_in(const event_attributes &attributes) noexcept
{
	return range_handle(nvtxDomainRangeStartEx(domain::get<D>(), attributes.get()));
}
template <typename D = domain::global, typename First, typename... Args>
range_handle start_range_in(const First &first, const Args &...args) noexcept
{
	return start_range_in<D>(event_attributes(first, args...));
}
template <typename... Args> range_handle start_range(const Args &...args) noexcept
{
	return start_range_in<domain::global>(event_attributes(args...));
}
template <typename D = domain::global> void end_range_in(range_handle range) noexcept
{
	nvtxDomainRangeEnd(domain::get<D>(), range.get_value());
}
inline void end_range(range_handle range) noexcept { end_range_in<domain::global>(range); }

template <typename D = domain::global> class unique_range_in
{
public:
	unique_range_in() noexcept : unique_range_in(event_attributes()) {}
	explicit unique_range_in(const event_attributes &attributes) noexcept : range(start_range_in<D>(attributes)), held(true) {}
	template <typename First, typename... Args> explicit unique_range_in(const First &first, const Args &...args) noexcept
		: unique_range_in(event_attributes(first, args...)) {}
	unique_range_in(unique_range_in &&other) noexcept : range(other.range), held(other.held) { other.held = false; }
	unique_range_in &operator=(unique_range_in &&other) noexcept
	{
		std::swap(range, other.range);
		std::swap(held, other.held);
		return *this;
	}
	~unique_range_in() noexcept
	{
		if (held)
			end_range_in<D>(range);
	}

private:
	range_handle range;
	bool held;
};
using unique_range = unique_range_in<domain::global>;

template <typename D = domain::global> void mark_in(const event_attributes &attributes) noexcept
{
	nvtxDomainMarkEx(domain::get<D>(), attributes.get());
}
template <typename D = domain::global, typename First, typename... Args> void mark_in(const First &first, const Args &...args) noexcept
{
	mark_in<D>(event_attributes(first, args...));
}
template <typename... Args> void mark(const Args &...args) noexcept { mark_in<domain::global>(event_attributes(args...)); }

} // namespace v1
} // namespace nvtx3

// A range of the function that this stands in.
#define NVTX3_V1_FUNC_RANGE_IN(D) ::nvtx3::v1::scoped_range_in<D> const nvtx3_range__ { __func__ }
#define NVTX3_V1_FUNC_RANGE() NVTX3_V1_FUNC_RANGE_IN(::nvtx3::v1::domain::global)
#define NVTX3_V1_FUNC_RANGE_IF_IN(D, C) \
	::std::unique_ptr<::nvtx3::v1::scoped_range_in<D>> const nvtx3_range__ { (C) ? new ::nvtx3::v1::scoped_range_in<D>(__func__) : nullptr }
#define NVTX3_V1_FUNC_RANGE_IF(C) NVTX3_V1_FUNC_RANGE_IF_IN(::nvtx3::v1::domain::global, C)
#define NVTX3_FUNC_RANGE NVTX3_V1_FUNC_RANGE
#define NVTX3_FUNC_RANGE_IN NVTX3_V1_FUNC_RANGE_IN
#define NVTX3_FUNC_RANGE_IF NVTX3_V1_FUNC_RANGE_IF
#define NVTX3_FUNC_RANGE_IF_IN NVTX3_V1_FUNC_RANGE_IF_IN

#endif
